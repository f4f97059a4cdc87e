# SPDX-License-Identifier: Apache-2.0
"""Integer intervals and C integer types: what keeps generated programs free of undefined behaviour.

Every variable of a generated program has a known range, so that each index can be shown to stay inside its array when
the program is generated.
"""
from dataclasses import dataclass

# Type -> (bits, signed). `unsigned` and friends are spelled as people write them.
INTEGERS = {
    "int8_t": (8, True), "uint8_t": (8, False), "short": (16, True), "uint16_t": (16, False),
    "int": (32, True), "unsigned": (32, False), "long": (64, True), "size_t": (64, False),
    "int32_t": (32, True), "uint32_t": (32, False), "int64_t": (64, True), "uint64_t": (64, False),
}


def fits(ctype, low, high):
    bits, signed = INTEGERS[ctype]
    return (-(1 << bits - 1) <= low and high < 1 << bits - 1) if signed else (0 <= low and high < 1 << bits)


@dataclass
class Var:
    """A variable or parameter of a generated function with all values it can have."""
    name: str
    ctype: str
    low: int
    high: int


def add(a, b):
    return a[0] + b[0], a[1] + b[1]


def multiply(a, b):
    products = [x * y for x in a for y in b]
    return min(products), max(products)


def arithmetic(types):
    """The type in which C computes with operands of these types, or None where mixing them could change a value."""
    classes = set()
    for t in types:
        bits, signed = INTEGERS[t]
        classes.add((64, signed) if bits == 64 else (32, signed or bits < 32))
    if classes <= {(32, True)}:
        return "int"
    if classes <= {(32, True), (32, False)}:
        return "unsigned"
    if classes <= {(64, True)}:
        return "long"
    if classes <= {(64, True), (64, False)}:
        return "size_t"
    return None


class Affine:
    """constant + Σ coefficient·factors, where factors are one or two variables."""

    def __init__(self, constant=0):
        self.constant = constant
        self.terms = []

    def plus(self, coefficient, *variables):
        if coefficient:
            self.terms.append((coefficient, variables))
        return self

    def shifted(self, by):
        other = Affine(self.constant + by)
        other.terms = list(self.terms)
        return other

    def range(self):
        total = (self.constant, self.constant)
        for coefficient, variables in self.terms:
            part = (coefficient, coefficient)
            for v in variables:
                part = multiply(part, (v.low, v.high))
            total = add(total, part)
        return total

    def text(self, rng):
        """C text of the value, in a type in which neither it nor any part of it can go wrong."""
        low, _ = self.range()
        leaves = [v.ctype for _, variables in self.terms for v in variables]
        if not leaves:
            return str(self.constant)
        natural = arithmetic(leaves)
        usable = ["int", "long"] if low < 0 else ["int", "long", "unsigned", "size_t"]
        if natural is not None and (natural in usable) and rng.random() < 0.7:
            cast = ""
        else:
            cast = f"({rng.choice(usable)})"
        parts = []
        for coefficient, variables in self.terms:
            factor = " * ".join(cast + v.name for v in variables)
            size = abs(coefficient)
            if size in (2, 4) and rng.random() < 0.15 and all(v.low >= 0 for v in variables) and coefficient > 0:
                factor = f"({factor} << {size.bit_length() - 1})"
            elif size != 1:
                factor = f"{factor} * {size}" if rng.random() < 0.7 else f"{size} * {factor}"
            parts.append(("- " if coefficient < 0 else "+ ", factor))
        parts.sort(key=lambda p: p[0] == "- ")
        text = parts[0][1] if parts[0][0] == "+ " else f"0 - {parts[0][1]}"
        for sign, factor in parts[1:]:
            text += f" {sign}{factor}"
        if self.constant > 0:
            text += f" + {self.constant}"
        elif self.constant < 0:
            text += f" - {-self.constant}"
        return text
