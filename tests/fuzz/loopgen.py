#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Generates C programs full of loops: they end, are free of undefined behaviour, and print a hash of everything they
touch after each call, so that two compilers can be compared.

    tests/fuzz/loopgen.py SEED [--functions N] > program.c

A program has some arrays and some functions `fK`, each with one or a few loops, called several times with sizes,
strides, offsets and (possibly overlapping) pointers that the compiler cannot see. All arrays are filled anew before
every call, so a wrong function shows in its own lines of the output and nowhere else.
"""
import argparse
import random
import re
import sys

from ranges import INTEGERS, Affine, Var
from traps import TRAPS, search

ARRAY_TYPES = ["int32_t", "uint32_t", "uint32_t", "int64_t", "uint64_t", "uint8_t", "int8_t", "uint16_t", "short",
               "double", "double", "float"]
SIZES = [256, 400, 768, 1024]
KINDS = {"double": "d", "float": "f", "struct cell": "s"}
# A function's loops run at most this many iterations in one call.
BUDGET = 2500


class Base:
    """Something that can be indexed: a global array, or a pointer parameter with the range of indices used on it."""

    def __init__(self, name, ctype, size, pointer):
        self.name, self.ctype, self.size, self.pointer = name, ctype, size, pointer
        self.low = self.high = None

    def is_float(self):
        return self.ctype in ("double", "float")


class Function:
    """Generates one function and the calls to it."""

    def __init__(self, rng, number, arrays):
        self.rng, self.number, self.arrays = rng, number, arrays
        self.kinds = set()
        self.params = []    # Var of integer parameters
        self.bases = []     # Base of pointer parameters and of the globals in use
        self.results = []   # (name, type) of scalars that live outside the loops
        self.prologue, self.body, self.before = [], [], []
        self.names = 0
        self.style = rng.choice(["plain", "plain", "plain", "mixed", "trap"])
        self.written = []
        self.index_of = {}
        self.budget = BUDGET

    # -- names and small choices -------------------------------------------------------------------------------------

    def fresh(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    def chance(self, p):
        return self.rng.random() < p

    def param(self, low, high, prefix="n"):
        """An integer parameter with the given range, often an existing one."""
        for v in self.params:
            if (v.low, v.high) == (low, high) and self.chance(0.6):
                return v
        types = [t for t in ("int", "int", "int", "long", "unsigned", "size_t", "short") if low >= 0 or INTEGERS[t][1]]
        v = Var(self.fresh(prefix), self.rng.choice(types), low, high)
        self.params.append(v)
        return v

    def base(self, want_float=None, writable=True):
        """A base to access, from those in use or new."""
        usable = [b for b in self.bases if want_float is None or b.is_float() == want_float]
        if usable and self.chance(0.5):
            return self.rng.choice(usable)
        candidates = [a for a in self.arrays if a[1] in INTEGERS or a[1] in ("double", "float")]
        if want_float is not None:
            candidates = [a for a in candidates if (a[1] in ("double", "float")) == want_float]
        name, ctype, size = self.rng.choice(candidates)
        if self.chance(0.55):
            new = Base(self.fresh("p"), ctype, size, True)
        else:
            new = Base(name, ctype, size, False)
            for b in self.bases:
                if b.name == name:
                    return b
        self.bases.append(new)
        return new

    # -- indices -----------------------------------------------------------------------------------------------------

    def affine(self, scope):
        """A random affine index over the loop variables in scope, most often one that people write."""
        rng = self.rng
        form = Affine()
        loops = scope[-3:]
        shape = rng.random()
        if len(loops) >= 2 and shape < 0.6:
            # Row-major: outer * pitch + inner, with a constant or symbolic pitch around the inner extent.
            inner, outer = loops[-1], loops[-2]
            if self.chance(0.2):
                inner, outer = outer, inner
            extent = max(inner.high, 1)
            if self.chance(0.5):
                form.plus(max(1, extent + rng.choice([0, 0, 1, 1, 2, -1, -3])), outer)
            else:
                low = rng.choice([0, 1, extent + 1, extent + 1])
                form.plus(1, outer, self.param(low, max(low, extent + 1), "w"))
            form.plus(rng.choice([1, 1, 1, 1, 2, -1]), inner)
            if len(loops) == 3 and self.chance(0.7):
                form.plus(rng.choice([1, 3, extent]), loops[0])
        else:
            chosen = loops if self.chance(0.6) else [rng.choice(loops)]
            for v in chosen:
                if self.chance(0.12):
                    form.plus(1, v, self.param(rng.choice([-2, 0, 1]), rng.choice([1, 2, 3]), "s"))
                else:
                    form.plus(rng.choice([1, 1, 1, 1, 1, 2, 2, 3, 4, 5, -1, -1, -2, -3]), v)
        if self.chance(0.15):
            form.plus(1, self.param(rng.choice([0, -20, 1]), rng.choice([5, 20, 40]), "d"))
        form.constant = rng.choice([0, 0, 0, 0, 1, 2, -1, -2, 3, 7, rng.randrange(-30, 60)])
        return form

    def place(self, base, form):
        """Shifts `form` into the array, or returns None if it cannot fit."""
        low, high = form.range()
        if high - low >= base.size or max(abs(low), abs(high)) > 1 << 20:
            return None
        if base.pointer and (high >= base.size or low <= -base.size):
            return None # the pointer itself has to stay inside its array
        if base.pointer:
            new_low = min(0, low) if base.low is None else min(base.low, low)
            new_high = max(0, high) if base.high is None else max(base.high, high)
            if new_high - new_low >= base.size:
                return None
            base.low, base.high = new_low, new_high
            return form
        if low < 0:
            form = form.shifted(-low)
        elif high >= base.size:
            form = form.shifted(base.size - 1 - high)
        return form

    def masked(self, scope, size):
        """An index kept in range by masking, a remainder or a narrow type: it may repeat."""
        form = self.affine(scope)
        text = form.text(self.rng)
        self.kinds.add("masked")
        choice = self.rng.randrange(4)
        if choice == 0:
            return f"({text}) & 127"
        if choice == 1:
            return f"(unsigned)({text}) % {self.rng.choice([61, 64, 100])}"
        if choice == 2:
            return f"(uint8_t)({text})"
        return f"((unsigned)({text}) * {self.rng.choice(['0x80000000u', '0x40000000u', '2654435761u', '3u << 24'])}) >> 25"

    def index(self, base, scope, fresh=False):
        """C text of an index for `base`; mostly the one that this function uses on it anyway."""
        key = (base.name, tuple(v.name for v in scope))
        if not fresh and key in self.index_of and self.chance(0.75):
            return self.index_of[key]
        if self.chance(0.04 if self.style == "plain" else 0.12):
            if self.reserve(base, 0, 255):
                return self.masked(scope, base.size)
        for _ in range(6):
            form = self.affine(scope)
            placed = self.place(base, form)
            if placed is not None:
                text = placed.text(self.rng)
                self.index_of.setdefault(key, text)
                return text
        form = Affine().plus(1, scope[-1])
        placed = self.place(base, form)
        if placed is not None:
            return placed.text(self.rng)
        if base.size >= 256 and self.reserve(base, 0, 127):
            return f"({form.text(self.rng)}) & 127"
        return "0"

    def reserve(self, base, low, high):
        """Extends a pointer's range, where that is possible."""
        if not base.pointer:
            return high < base.size
        new_low = min(0, low) if base.low is None else min(base.low, low)
        new_high = max(0, high) if base.high is None else max(base.high, high)
        if new_high - new_low >= base.size:
            return False
        base.low, base.high = new_low, new_high
        return True

    # -- expressions -------------------------------------------------------------------------------------------------

    def load(self, scope, want_float):
        if not want_float and self.chance(0.06):
            self.kinds.add("indirect")
            return self.indirect(scope)
        base = self.base(want_float)
        if base in self.written and self.chance(0.6 if self.style == "plain" else 0.2):
            others = [b for b in self.bases if b.is_float() == want_float and b not in self.written]
            if others:
                base = self.rng.choice(others)
        return f"{base.name}[{self.index(base, scope)}]"

    def indirect(self, scope):
        base = Base("ix", "int32_t", 512, False)
        target = self.base(False)
        if not self.reserve(target, 0, 255):
            return "1"
        return f"{target.name}[ix[{self.index(base, scope, True)}]]"

    def integer(self, scope, depth=2, wide=None):
        """Integer expression; all arithmetic is unsigned, so that nothing overflows."""
        rng = self.rng
        unsigned = wide or rng.choice(["uint32_t", "uint32_t", "uint64_t"])
        leaf = rng.random()
        if depth == 0 or leaf < 0.25:
            if leaf < 0.10 or depth == 0 and leaf < 0.5:
                return f"({unsigned}){self.load(scope, False)}"
            locals_ = [v for v in self.locals if v[1] != "float"]
            if locals_ and self.chance(0.4):
                return f"({unsigned}){rng.choice(locals_)[0]}"
            if self.params and self.chance(0.2):
                return f"({unsigned}){rng.choice(self.params).name}"
            if self.chance(0.6):
                return f"({unsigned}){rng.choice(scope).name}"
            return f"({unsigned}){rng.choice([1, 2, 3, 5, 7, 31, 255, 1000003])}"
        left, right = self.integer(scope, depth - 1, unsigned), self.integer(scope, depth - 1, unsigned)
        operator = rng.choice(["+", "+", "+", "-", "*", "*", "^", "&", "|", ">>", "/", "%", "?", "min", "call"])
        if operator == ">>":
            return f"({left} >> {rng.randrange(1, 30)})"
        if operator in "/%":
            return f"({left} {operator} ({right} | 1))"
        if operator == "?":
            return f"({left} {rng.choice(['<', '>=', '==', '!='])} {right} ? {left} : {rng.randrange(100)}u)"
        if operator == "min":
            return f"({left} < {right} ? {left} : {right})"
        if operator == "call":
            self.kinds.add("call")
            return f"({unsigned}){rng.choice(['helper_mix', 'helper_pair', 'helper_loop'])}((uint32_t){left}, (uint32_t){right})"
        return f"({left} {operator} {right})"

    def floating(self, scope, depth=2):
        rng = self.rng
        if depth == 0 or self.chance(0.25):
            choice = rng.random()
            if choice < 0.65:
                return self.load(scope, True)
            if choice < 0.8:
                v = rng.choice(scope)
                return f"(double)(int){v.name}"
            locals_ = [v for v in self.locals if v[1] == "float"]
            if locals_ and self.chance(0.5):
                return rng.choice(locals_)[0]
            return rng.choice(["0.5", "1.25", "0.1", "3.0", "1e-3", "0.75f"])
        left, right = self.floating(scope, depth - 1), self.floating(scope, depth - 1)
        operator = rng.choice(["+", "+", "-", "*", "*", "/", "?", "max", "sqrt"])
        if operator == "/":
            return f"({left} / ({right} * {right} + 1.0))"
        if operator == "?":
            return f"({left} < {right} ? {left} : {rng.choice(['0.25', '2.0'])})"
        if operator == "max":
            return f"({left} > {right} ? {left} : {right})"
        if operator == "sqrt":
            return f"__builtin_sqrt({left} * {left} + 0.5)"
        return f"({left} {operator} {right})"

    def value(self, scope, ctype, depth=2):
        if ctype in ("double", "float"):
            return f"({ctype}){self.floating(scope, depth)}" if ctype == "float" else self.floating(scope, depth)
        return f"({ctype}){self.integer(scope, depth)}"

    def condition(self, scope):
        rng = self.rng
        choice = rng.random()
        if choice < 0.5:
            return f"({self.integer(scope, 1)}) % {rng.choice([2, 3, 5])} == {rng.choice([0, 1])}"
        if choice < 0.7:
            return f"{rng.choice(scope).name} % 3 != 1"
        if choice < 0.85:
            return f"{self.floating(scope, 1)} < {rng.choice(['0.0', '10.0', '-50.0'])}"
        return f"{self.integer(scope, 1)} > {rng.choice(['1000u', '0x80000000u', '7u'])}"

    # -- statements --------------------------------------------------------------------------------------------------

    def store(self, scope, indent):
        base = None
        if self.written and self.chance(0.7):
            base = self.rng.choice(self.written)
        if base is None:
            base = self.base()
            self.written.append(base)
        at = self.index(base, scope)
        pad = "  " * indent
        if self.chance(0.3):
            operator = self.rng.choice(["+=", "+=", "-=", "*="] if base.is_float() else ["+=", "^=", "-=", "|=", "*=", "&="])
            if base.ctype in ("int32_t", "int64_t", "short", "uint16_t") and operator in ("+=", "-=", "*="):
                # Keep clear of signed overflow, which compound assignment would do in int.
                wide = "uint64_t" if base.ctype == "int64_t" else "uint32_t"
                element = f"{base.name}[{at}]"
                return [f"{pad}{element} = ({base.ctype})(({wide}){element} {operator[0]} {self.integer(scope, 1, wide)});"]
            return [f"{pad}{base.name}[{at}] {operator} {self.value(scope, base.ctype, 1)};"]
        return [f"{pad}{base.name}[{at}] = {self.value(scope, base.ctype)};"]

    def reduction(self, scope, indent):
        """An update of a scalar that lives outside the loop, one operator per scalar."""
        pad = "  " * indent
        known = [r for r in self.results if r[2] != "none"]
        if known and self.chance(0.4):
            name, ctype, operator = self.rng.choice(known)
        else:
            ctype = self.rng.choice(["uint32_t", "uint32_t", "uint64_t", "uint8_t", "uint16_t", "int64_t", "int32_t", "double", "float"])
            if ctype in ("double", "float"):
                operator = self.rng.choice(["+", "min", "max", "="])
            elif INTEGERS[ctype][1]:
                operator = self.rng.choice(["min", "max", "^", "|", "&", "="])
            else:
                operator = self.rng.choice(["+", "+", "-", "*", "^", "|", "&", "min", "max", "="])
            name = self.fresh("acc")
            self.results.append((name, ctype, operator))
            self.prologue.append(f"  {ctype} {name} = {self.rng.choice([0, 1, 5, 100])};")
        self.kinds.add("reduction")
        value = self.value(scope, ctype, 1)
        if operator == "min":
            lines = [f"if ({value} < {name}) {name} = {value};"] if self.chance(0.5) else \
                    [f"{name} = {name} < {value} ? {name} : {value};"]
        elif operator == "max":
            lines = [f"if ({value} > {name}) {name} = {value};"] if self.chance(0.5) else \
                    [f"{name} = {value} > {name} ? {value} : {name};"]
        elif operator == "=":
            lines = [f"if ({self.condition(scope)}) {name} = {value};"]
            if self.chance(0.3):
                lines += [f"else if ({self.condition(scope)}) {name} = {self.value(scope, ctype, 1)};"]
        elif operator == "*":
            wide = "uint64_t" if ctype == "uint64_t" else "uint32_t"  # uint16_t would multiply in int
            lines = [f"{name} = ({ctype})(({wide}){name} * ({value} | 1));"]
        elif self.chance(0.2) and operator == "+" and ctype not in ("double", "float"):
            lines = [f"{name} = ({ctype})({name} + {value} + {self.value(scope, ctype, 1)});"]
        else:
            lines = [f"{name} {operator}= {value};"]
        if self.chance(0.25) and len(lines) == 1:
            lines = [f"if ({self.condition(scope)})", "  " + lines[0]]
            if self.chance(0.4) and operator in "+-^|&":
                lines += ["else", f"  {name} {operator}= {self.value(scope, ctype, 0)};"]
        return [pad + line for line in lines]

    def local(self, scope, indent):
        pad, is_int = "  " * indent, self.chance(0.5)
        name, ctype = (self.fresh("t"), "uint32_t") if is_int else (self.fresh("x"), "double")
        value = self.value(scope, "uint32_t") if is_int else self.floating(scope)
        self.locals.append((name, "int" if is_int else "float"))
        if self.chance(0.75):
            return [f"{pad}{ctype} {name} = {value};"]
        self.kinds.add("last value")
        self.prologue.append(f"  {ctype} {name} = {self.rng.randrange(9)};")
        self.results.append((name, ctype, "none"))
        return [f"{pad}{name} = {value};"]

    def local_array(self, scope, indent):
        self.kinds.add("local array")
        pad, name, size = "  " * indent, self.fresh("buf"), self.rng.choice([4, 8, 16])
        k, total = self.fresh("k"), self.fresh("t")
        inner = Var(k, "int", 0, size - 1)
        lines = [f"{pad}uint32_t {name}[{size}];",
                 f"{pad}for (int {k} = 0; {k} < {size}; {k}++)",
                 f"{pad}  {name}[{k}] = {self.value([*scope, inner], 'uint32_t', 1)};",
                 f"{pad}uint32_t {total} = 0;",
                 f"{pad}for (int {k} = 1; {k} < {size}; {k}++)",
                 f"{pad}  {total} = {total} * 3 + {name}[{k}] - {name}[{k} - 1];"]
        self.locals.append((total, "int"))
        return lines

    def work_array(self, scope, indent):
        """An array of the function that a part of each iteration writes, and a part reads: as a rule what was written
        before in the same iteration, sometimes what is left of an earlier one."""
        self.kinds.add("work array")
        pad, name, size = "  " * indent, self.fresh("work"), self.rng.choice([4, 8, 16])
        k, total = self.fresh("k"), self.fresh("t")
        self.prologue.append(f"  uint32_t {name}[{size}] = {{{self.rng.randrange(9)}}};")
        if self.chance(0.4):
            self.results += [(f"{name}[{i}]", "uint32_t", "none") for i in self.rng.sample(range(size), 4)]
        low, high = 0, size
        if self.chance(0.3):
            low, high = self.rng.randrange(size // 2), size - self.rng.randrange(size // 2)
        end = self.param(high, high).name if self.chance(0.3) else high
        value = self.value([*scope, Var(k, "int", 0, size - 1)], "uint32_t", 1)
        kind = self.rng.randrange(10)
        if kind == 0:
            fill = [f"__builtin_memset({name}, {self.rng.choice([0, 1])}, {self.rng.choice([4 * size, 4 * size - 4])});"]
        elif kind == 1:
            name_of_k = re.compile(rf"\b{k}\b")
            fill = [f"{name}[{i}] = {name_of_k.sub(str(i), value)};" for i in self.rng.sample(range(size), size)]
            fill = fill[self.rng.choice([0, 0, 1]):]
        elif kind == 2:
            fill = [f"for (int {k} = {low}; {k} < {end}; {k} += 2)", f"  {name}[{k}] = {value};"]
        elif kind == 3:
            fill = [f"for (int {k} = {high} - 1; {k} >= {low}; {k}--)", f"  {name}[{k}] = {value};"]
        else:
            fill = [f"for (int {k} = {low}; {k} < {end}; {k}++)", f"  {name}[{k}] = {value};"]
        if self.chance(0.15):
            fill = [f"if ({self.condition(scope)}) {{", *("  " + line for line in fill), "}"]
        if self.chance(0.15):
            fill[-1:] = [fill[-1].replace(f"{name}[", f"if ({self.condition(scope)}) {name}[", 1)]
        shift = self.rng.choice([0, 0, 1, -1])
        first, last = max(low, -shift), (end if shift <= 0 else high - 1)
        use = [f"for (int {k} = {first}; {k} < {last}; {k}++)",
               f"  {total} = {total} * 3 + {name}[{k}{shift:+}];" if shift else f"  {total} = {total} * 3 + {name}[{k}];"]
        if self.chance(0.2):
            use = [f"{total} += {name}[({self.integer(scope, 1)}) & {size - 1}];"]
        if self.chance(0.2):
            use.append(f"{name}[{self.rng.randrange(size)}] += {total};")
        parts = [use, fill] if self.chance(0.1) else [fill, use]
        self.locals.append((total, "int"))
        return [f"{pad}uint32_t {total} = 1;", *(pad + line for part in parts for line in part)]

    def line_array(self, scope, indent):
        """A work array of a line of points with some members each: the first and the last point are set apart from those
        between, which a short line does not have."""
        self.kinds.add("line array")
        pad, name, members = "  " * indent, self.fresh("line"), self.rng.choice([1, 2, 3])
        k, total, most = self.fresh("k"), self.fresh("t"), 8
        self.prologue.append(f"  uint32_t {name}[{most * members}] = {{{self.rng.randrange(9)}}};")
        if self.chance(0.4):
            self.results += [(f"{name}[{i}]", "uint32_t", "none") for i in self.rng.sample(range(most * members), 4)]
        end = self.param(1, most).name if self.chance(0.6) else most
        inner = [*scope, Var(k, "int", 0, most - 1)]

        def point(at, variables, odds):
            order = self.rng.sample(range(members), members)
            return [f"{name}[{members} * ({at}) + {m}] = {self.value(variables, 'uint32_t', 1)};"
                    for m in order if not self.chance(odds)]

        middle = [f"for (int {k} = 1; {k} < {end} - 1; {k}++) {{", *("  " + line for line in point(k, inner, 0.03)), "}"]
        ends = [*point(0, scope, 0.03), *point(f"{end} - 1", scope, 0.03)]
        late = [ends.pop(self.rng.randrange(len(ends)))] if self.chance(0.2) and ends else []
        self.rng.shuffle(ends)
        cut = self.rng.randrange(len(ends) + 1)
        fill = [*ends[:cut], *middle, *ends[cut:]]
        if self.chance(0.15):
            fill = [f"if ({self.condition(scope)}) {{", *("  " + line for line in fill), "}"]
        read = lambda at: f"{total} = {total} * 3 + {name}[{members} * ({at}) + {self.rng.randrange(members)}];"
        uses = [f"for (int {k} = 1; {k} < {end} - 1; {k}++) {{", "  " + read(k), "  " + read(f"{k} - 1"), "}"]
        if self.chance(0.5):
            uses.insert(2, f"  {name}[{members} * {k} + {self.rng.randrange(members)}] += {total};")
        if self.chance(0.6):
            uses.append(self.rng.choice(["", f"if ({end} > 1) "]) + read(f"{end} > 1 ? {end} - 2 : 0"))
        if self.chance(0.4):
            uses.append(read(f"{end} - 1"))
        parts = [uses, fill] if self.chance(0.1) else [fill, uses]
        parts.append(late)
        self.locals.append((total, "int"))
        return [f"{pad}uint32_t {total} = 1;", *(pad + line for part in parts for line in part)]

    def by_pointer(self, scope, indent):
        self.kinds.add("call")
        base = self.base(False)
        if base.ctype != "uint32_t":
            return self.store(scope, indent)
        self.written.append(base)
        function = self.rng.choice(["helper_store", "helper_update"])
        return ["  " * indent + f"{function}(&{base.name}[{self.index(base, scope)}], {self.value(scope, 'uint32_t', 1)});"]

    def cells(self, scope, indent):
        """Structures: global array `cells`, fields x and y (32 bits), d (double) and z (64 bits)."""
        self.kinds.add("struct")
        base = Base("cells", "struct cell", 200, False)
        at = self.index(base, scope)
        other = self.index(base, scope)
        pad = "  " * indent
        choice = self.rng.randrange(5)
        if choice == 0:
            return [f"{pad}cells[{at}].x = cells[{other}].y * 3 + {self.value(scope, 'uint32_t', 1)};"]
        if choice == 1:
            return [f"{pad}cells[{at}].d = cells[{other}].d * 0.5 + {self.floating(scope, 1)};"]
        if choice == 2:
            return [f"{pad}cells[{at}].z ^= cells[{other}].x;"]
        if choice == 3:
            return [f"{pad}cells[{at}] = cells[{other}];"]
        return [f"{pad}cells[{at}].y += cells[{at}].x ^ {self.value(scope, 'uint32_t', 1)};"]

    def switch(self, scope, indent):
        pad = "  " * indent
        self.kinds.add("switch")
        lines = [f"{pad}switch (({self.integer(scope, 1)}) % 4) {{"]
        for case in range(self.rng.choice([2, 3])):
            lines += [f"{pad}case {case}:", *self.store(scope, indent + 1)]
            if self.chance(0.8):
                lines += [f"{pad}  break;"]
        lines += [f"{pad}default:;", f"{pad}}}"]
        return lines

    def counting_while(self, scope, indent):
        """An inner loop whose number of rounds depends on data, bounded."""
        self.kinds.add("while")
        pad, t, k = "  " * indent, self.fresh("t"), self.fresh("k")
        start = self.value(scope, "uint32_t", 1)
        self.locals.append((t, "int"))
        return [f"{pad}uint32_t {t} = {start};",
                f"{pad}for (int {k} = 0; {t} > 3 && {k} < 12; {k}++)",
                f"{pad}  {t} = {t} & 1 ? {t} / 3 : {t} / 2 - 1;"]

    def statement(self, scope, indent):
        choice = self.rng.random()
        if choice < 0.42:
            return self.store(scope, indent)
        if choice < 0.56:
            return self.reduction(scope, indent)
        if choice < 0.64:
            return self.local(scope, indent)
        if choice < 0.68:
            return self.by_pointer(scope, indent)
        if choice < 0.72:
            return self.cells(scope, indent)
        if choice < 0.76 and self.budget > 500:
            return self.rng.choice([self.local_array, self.work_array, self.line_array, self.line_array])(scope, indent)
        if choice < 0.79:
            return self.switch(scope, indent)
        if choice < 0.83:
            return self.counting_while(scope, indent)
        pad = "  " * indent
        saved = list(self.locals)
        lines = [f"{pad}if ({self.condition(scope)}) {{", *self.statement(scope, indent + 1)]
        self.locals = list(saved)
        if self.chance(0.3):
            lines += [f"{pad}}} else {{", *self.statement(scope, indent + 1)]
            self.locals = saved
        return [*lines, f"{pad}}}"]

    # -- loops -------------------------------------------------------------------------------------------------------

    def header(self, scope, budget):
        """A loop header: (lines before, header text, lines at the end of the body, its variable)."""
        rng = self.rng
        extent = rng.choice([3, 8, 17, 40, 90, 200, 300])
        extent = max(2, min(extent, budget))
        name = self.fresh("i")
        ctype = rng.choice(["int", "int", "int", "int", "long", "unsigned", "size_t", "short", "uint8_t", "int64_t", "uint32_t"])
        if extent > 100 and ctype in ("uint8_t", "short"):
            ctype = "int"
        step = rng.choice([1, 1, 1, 1, 1, 1, 2, 3, 4])
        signed = INTEGERS[ctype][1]
        outer = [v for v in scope if v.high <= 300 and v.low >= 0]
        if outer and self.chance(0.2):
            # Triangular, in one direction or the other.
            self.kinds.add("triangular")
            o = rng.choice(outer)
            top = max(o.high, 1)
            if self.chance(0.5):
                v = Var(name, ctype if ctype not in ("uint8_t", "short") else "int", 0, top)
                return [], f"for ({v.ctype} {name} = 0; {name} <= ({v.ctype}){o.name}; {name}++)", [], v
            v = Var(name, "int", 0, top + 1)
            return [], f"for (int {name} = (int){o.name} + {rng.choice([0, 1])}; {name} < {top + 1}; {name}++)", [], v
        form = rng.random()
        low = rng.choice([0, 0, 0, 0, 1, 2, 5]) if not signed else rng.choice([0, 0, 0, 0, 1, 2, -3, 4])
        if form < 0.12:
            bound = str(extent)
        else:
            bound = self.param(0, extent, "n").name
            if ctype != "int" or self.chance(0.3):
                bound = f"({ctype}){bound}"
        if form < 0.58:
            steps = f"{name}++" if step == 1 else f"{name} += {step}"
            v = Var(name, ctype, low, max(extent - 1, low))
            return [], f"for ({ctype} {name} = {low}; {name} < {bound}; {steps})", [], v
        if form < 0.66:
            v = Var(name, ctype, low, max(extent, low))
            return [], f"for ({ctype} {name} = {low}; {name} <= {bound}; {name}++)", [], v
        if form < 0.74:
            v = Var(name, ctype, 0, extent - 1)
            return [], f"for ({ctype} {name} = 0; {name} != {bound}; {name}++)", [], v
        if form < 0.84:
            self.kinds.add("down")
            if signed:
                v = Var(name, ctype, 0, extent)
                less = f"{name}--" if step == 1 else f"{name} -= {step}"
                return [], f"for ({ctype} {name} = {bound}; {name} >= 0; {less})", [], v
            v = Var(name, ctype, 0, extent - 1)
            return [], f"for ({ctype} {name} = {bound}; {name}-- > 0;)", [], v
        if form < 0.90:
            self.kinds.add("symbolic step")
            by = self.param(1, 5, "step")
            v = Var(name, "int" if ctype in ("short", "uint8_t") else ctype, max(low, 0), extent + 5)
            return [], f"for ({v.ctype} {name} = {max(low, 0)}; {name} < ({v.ctype}){bound}; {name} += ({v.ctype}){by.name})", [], \
                Var(name, v.ctype, max(low, 0), max(extent - 1, low, 0))
        v = Var(name, ctype, low, max(extent - 1, low))
        return [f"{ctype} {name} = {low};"], f"while ({name} < {bound})", [f"{name} += {step};"], v

    def loop(self, scope, indent, depth):
        pad = "  " * indent
        before, head, after, v = self.header(scope, self.budget)
        trips = max(1, v.high - v.low + 1)
        saved_budget, self.budget = self.budget, max(2, self.budget // trips)
        inner_scope = [*scope, v]
        saved = list(self.locals)
        lines = [pad + line for line in before] + [f"{pad}{head} {{"]
        count = self.rng.choice([1, 1, 1, 2, 2, 3])
        if depth > 1:
            if self.chance(0.3):
                lines += self.statement(inner_scope, indent + 1)
            lines += self.loop(inner_scope, indent + 1, depth - 1)
            if self.chance(0.25):
                lines += self.statement(inner_scope, indent + 1)
        else:
            for _ in range(count):
                lines += self.statement(inner_scope, indent + 1)
        if depth == 1 and self.chance(0.06):
            kind, added = search(self, inner_scope, indent + 1)
            self.kinds.add(kind)
            lines += added
        if self.style == "trap" and self.chance(0.8 if depth == 1 else 0.3):
            at = self.rng.choice([len(lines), len(lines) if depth > 1 else 1 + len(before)])
            if at < len(lines):
                self.locals = list(saved) # the others are declared further down
            kind, added = self.rng.choice(TRAPS)(self, inner_scope, indent + 1)
            self.kinds.add("trap " + kind)
            lines[at:at] = added
        lines += [f"{'  ' * (indent + 1)}{line}" for line in after] + [f"{pad}}}"]
        self.locals = saved
        self.budget = saved_budget
        return lines

    def matrix(self):
        """A nest over a flattened matrix whose pitch the compiler does not know, and which may be too small: rows,
        columns, mirrored halves, reversed rows."""
        rng = self.rng
        base = self.base(False)
        n = rng.randint(2, 11)
        pitch = max(1, n + rng.choice([0, 0, 0, 1, 2, n, -1, -3]))
        first = rng.choice(["0", "0", "i", "i + 1"])
        end = rng.choice(["n", "n", "n", "i + 1"]) if first == "0" else "n"
        places = [(f"i{a}", f"j{b}") for a in ("", " + 1") for b in ("", " + 1", " - i")] + [
            ("j", "i"), ("j", "i"), ("j + 1", "i"), ("j", "i + 1"), ("n - 1 - i", "j"), ("i", "n - 1 - j"), ("i + j", "i"),
            ("i", "i"), ("2 * i", "j"), ("i", "2 * j"), ("j", "n - 1 - i")]

        def extent(place):
            values = [eval(place[0], {}, v) * pitch + eval(place[1], {}, v)
                      for i in range(n) for j in range(eval(first, {}, {"i": i}), eval(end, {}, {"i": i, "n": n}))
                      for v in [{"i": i, "j": j, "n": n}]]
            return min(values, default=0), max(values, default=0)

        used = [rng.choice(places) for _ in range(rng.choice([1, 2, 2, 3]))]
        low = min(extent(place)[0] for place in used)
        high = max(extent(place)[1] for place in used)
        shift = -low if low < 0 else 0
        if not self.reserve(base, low + shift, high + shift):
            return []
        self.kinds.add("matrix")
        size, wide = self.param(n, n, "size"), self.param(pitch, pitch, "pitch")
        i, j = self.fresh("i"), self.fresh("j")

        def text(code):
            return re.sub(r"[ijn]", lambda m: {"i": i, "j": j, "n": size.name}[m[0]], code)

        def element(place):
            offset = f" + {shift}" if shift else ""
            return f"{base.name}[({text(place[0])}) * {wide.name} + ({text(place[1])}){offset}]"

        value = f"(uint32_t){element(used[-1])} * 3 + {i} * 7 + {j}" if rng.random() < 0.5 else f"{i} * 13 + {j}"
        lines = [f"  for (int {i} = 0; {i} < {size.name}; {i}++)",
                 f"    for (int {j} = {text(first)}; {j} < {text(end)}; {j}++) {{"]
        lines += [f"      {element(place)} = ({base.ctype})({value});" for place in used[:2]]
        self.written.append(base)
        return [*lines, "    }"]

    def columns(self):
        """Loops that walk down the columns of a matrix, a few columns or many, with sums, in place, from row to row."""
        rng = self.rng
        base = self.base()
        out = base if rng.random() < 0.3 else self.base(base.is_float()) # Not every number is an integer.
        rows, wide = rng.randint(1, 7), rng.choice([3, 16, 17, 20, 33])
        pitch = wide + rng.choice([0, 0, 1, 3, -1])
        if not self.reserve(base, 0, rows * pitch + wide) or not self.reserve(out, 0, rows * pitch + wide):
            return []
        self.kinds.add("columns")
        n, m, p = self.param(1, rows, "rows").name, self.param(wide, wide, "wide").name, self.param(pitch, pitch).name
        i, j, k, s = (self.fresh(name) for name in "ijks")
        ctype = out.ctype if out.is_float() else "uint32_t"
        element = f"{base.name}[{k} * {p} + {j}]"
        target = f"{out.name}[{i} * {p} + {j}]"
        factor = rng.choice([f"{base.name}[{i} * {p} + {k}]", f"{k}", "3", f"{base.name}[{k} * {p} + {i}]", f"{j}"])
        first, end = rng.choice([("0", n)] * 4 + [("0", i), (f"{i} + 1", n), ("0", f"({j} & 3)")])
        update = rng.choice([f"{s} = ({ctype})({s} * 3 + {element} * {factor});", f"{s} += ({ctype}){element};",
                             f"{{ {s} -= ({ctype})({element} * {factor}); {element} = ({base.ctype})({s} + 1); }}",
                             f"if ({element} > {s}) {s} = ({ctype})({element});",
                             f"{target} = ({out.ctype})({target} + {element} * {factor});",
                             f"{{ {element} = ({base.ctype})({element} + {s}); {s} = ({ctype})({element} * 2); }}"])
        inner = [f"for (int {k} = {first}; {k} < {end}; {k}++)", f"  {update}"]
        body = [f"{ctype} {s} = ({ctype})({rng.choice([target, j, '1'])});", *inner]
        if rng.random() < 0.3:
            body += [f"{s} = {s} * 2 + 1;", *inner]
        if rng.random() < 0.7:
            body.append(f"{target} = ({out.ctype})({s} + {rng.choice(['0', '1', j])});")
        elif rng.random() < 0.5:
            body.append(f"if ({s} > {j}) {target} = ({out.ctype})({s});")
        self.written += [base, out]
        start = rng.choice(["0", "0", i])
        return [f"  for (int {i} = 0; {i} < {n}; {i}++)", f"    for (int {j} = {start}; {j} < {m}; {j}++) {{",
                *("      " + line for line in body), "    }"]

    def streams(self):
        """Pointers that go through arrays over several loops in a row: each starts where the one before has stopped."""
        rng = self.rng
        ctype = rng.choice(["uint32_t", "uint32_t", "uint8_t", "int64_t"])
        rounds, loops, most, back = rng.choice([1, 1, 1, 2]), rng.choice([2, 2, 3, 4]), rng.choice([9, 20]), 9
        size = max((size for _, t, size in self.arrays if t == ctype), default=0)
        bases = [Base(self.fresh("p"), ctype, size, True) for _ in range(3)]
        if not all(self.reserve(base, -back, rounds * loops * most) for base in bases):
            return []
        self.kinds.add("streams")
        self.bases += bases
        to, start = self.fresh("to"), [b.name for b in bases]
        at, left, gone = self.fresh("at"), self.fresh("left"), self.fresh("gone")
        self.results += [(gone, "long", "none")]
        self.prologue.append(f"  long {gone} = 0;")
        body, depth = [], 0
        for k in range(loops):
            count = self.param(0, most).name
            value = rng.choice([f"*{at}++", f"*{at}++ + {k + 1}", f"*{at}++ * 3"])
            enter = f"if ({left})"
            if rng.random() < 0.4: # With all that follows, so that no other way leads there.
                enter += " {"
                depth += 1
            body += [f"{left} = {count};", enter, *rng.choice([
                [f"do *{to}++ = {value}; while (--{left});"],
                [f"do *{to}++ = {value}; while (--{left});"],
                [f"while ({left} > 2) {{", *(f"  *{to}++ = *{at}++;" for _ in range(3)), f"  {left} -= 3;", "}"],
                [f"for (int i = 0; i < (int){left}; i++)", f"  *{to}++ = {value};"],
                [f"for ({ctype} *e = {to} + {left}; {to} < e; {to}++)", f"  *{to} = {value};"],
                [f"for (; {left} > 0; {left}--)", f"  {gone} += *{at}++;"],
            ])]
            if rng.random() < 0.5:
                body.append(f"{at} = {rng.choice([start[1], start[2], f'{to} - {rng.randint(1, back)}'])};")
            if rng.random() < 0.3:
                body.append(f"if ({self.param(0, most).name} < {count}) {{")
                depth += 1
        body += ["}"] * depth
        if rounds > 1:
            body = [f"for (int r = 0; r < {rounds}; r++) {{", *("  " + line for line in body), "}"]
        return ["  {", f"    {ctype} *{to} = {start[0]}; const {ctype} *{at} = {start[1]}; unsigned {left};",
                *("    " + line for line in body), f"    {gone} += {to} - {start[0]};", "  }"]

    def generate(self):
        self.locals = []
        self.written = []
        for _ in range(self.rng.choice([1, 1, 1, 2])):
            depth = self.rng.choice([1, 1, 1, 2, 2, 3])
            self.kinds.add(f"nest {depth}")
            self.index_of = {}
            self.written = [] if self.chance(0.5) else self.written
            special = self.chance(0.25) and self.rng.choice([self.matrix, self.matrix, self.columns, self.columns, self.streams])
            self.body += special() if special else self.loop([], 1, depth)
        pointers = [b for b in self.bases if b.pointer and b.low is not None]
        if len({b.ctype for b in pointers}) < len(pointers):
            self.kinds.add("may overlap")
        return self

    # -- text --------------------------------------------------------------------------------------------------------

    def text(self, fill_seed):
        rng, k = self.rng, self.number
        pointers = [b for b in self.bases if b.pointer and b.low is not None]
        words = [f"{b.ctype} *{b.name}" for b in pointers] + [f"{v.ctype} {v.name}" for v in self.params]
        lines = [f"/* BEGIN {k}: {', '.join(sorted(self.kinds))} */", *self.before]
        lines += [f"APART static uint64_t f{k}({', '.join(words) or 'void'}) {{", "  uint64_t result = 0;"]
        lines += self.prologue + self.body
        for name, ctype, _ in self.results:
            value = f"fuzz_double({name})" if ctype in ("double", "float") else f"(uint64_t){name}"
            lines += [f"  result = result * 31 + {value};"]
        lines += ["  return result;", "}", f"static void call_{k}(void) {{"]
        for call in range(rng.choice([3, 4, 5])):
            arguments, last = [], {}
            for b in pointers:
                # Pointers of one type often go into one array, close to each other.
                same = [(n, s) for n, t, s in self.arrays if t == b.ctype and s > max(b.high, 0) - min(b.low, 0)]
                name, size = rng.choice(same)
                low, high = max(0, -b.low), min(size, size - 1 - b.high)
                at = rng.randrange(low, high + 1)
                if b.ctype in last and rng.random() < 0.7:
                    old, old_at = last[b.ctype]
                    old_size = next(s for n, _, s in self.arrays if n == old)
                    if old_size > max(b.high, 0) - min(b.low, 0):
                        name, high = old, min(old_size, old_size - 1 - b.high)
                        at = min(max(old_at + rng.choice([0, 1, -1, 2, rng.randrange(-80, 80)]), low), high)
                last[b.ctype] = (name, at)
                arguments.append(f"{name} + {at}")
            for v in self.params:
                value = rng.choice([v.high, v.high, v.low, v.low + 1, rng.randint(v.low, v.high), rng.randint(v.low, v.high)])
                arguments.append(f"({v.ctype})opaque({min(value, v.high)})")
            lines += [f"  fuzz_fill(regions, REGIONS, {fill_seed + call});",
                      f"  uint64_t r{call} = f{k}({', '.join(arguments)});",
                      f"  fuzz_report({k}, {call}, r{call}, fuzz_hash(regions, REGIONS));"]
        return lines + ["}", f"/* END {k} */", ""]


HELPERS = """\
static uint32_t helper_mix(uint32_t a, uint32_t b) { return a * 31 + (b ^ a >> 7); }
static uint32_t helper_pair(uint32_t a, uint32_t b) { return a > b ? helper_mix(a, b) : helper_mix(b, a) + 1; }
%s uint32_t helper_loop(uint32_t a, uint32_t b) {
  for (int k = 0; k < (int)(b & 7); k++)
    a = a * 5 + b;
  return a;
}
%s void helper_store(uint32_t *p, uint32_t v) { *p = v * 3; }
static void helper_update(uint32_t *p, uint32_t v) { *p = *p + v ^ 5; }
static inline void helper_once(uint32_t *restrict p, const uint32_t *restrict q) { *p = *q * 3 + 1; }
static uint32_t shared_state;
%s uint32_t helper_state(uint32_t v) { return shared_state = shared_state * 5 + v; }
static uint32_t helper_static(uint32_t v) {
  static uint32_t last;
  uint32_t old = last;
  last = v;
  return old ^ v;
}
static volatile uint32_t port;
"""


def program(seed, functions=10):
    """The text of a program and the kinds of each of its functions."""
    rng = random.Random(seed)
    arrays = [(f"a{i}", t, rng.choice(SIZES)) for i, t in
              enumerate(["uint32_t", "uint32_t", "double", "int32_t"] + rng.sample(ARRAY_TYPES, 5))]
    lines = [f"/* Generated by tests/fuzz/loopgen.py {seed} --functions {functions} */", '#include "runtime.h"', "",
             "struct cell {", "  uint32_t x, y;", "  double d;", "  uint64_t z;", "};", "",
             "static struct cell cells[200];", "static int32_t ix[512];"]
    regions = ["{cells, sizeof cells, 's'}", "{ix, sizeof ix, 'x'}"]
    for name, ctype, size in arrays:
        lines.append(f"static {ctype} {name}[{size}];")
        regions.append(f"{{{name}, sizeof {name}, '{KINDS.get(ctype, 'i')}'}}")
    lines += [f"static const struct region regions[] = {{{', '.join(regions)}}};",
              "enum { REGIONS = sizeof regions / sizeof *regions };", ""]
    apart = ["APART static", "static"]
    lines += (HELPERS % tuple(rng.choice(apart) for _ in range(3))).splitlines() + [""]
    lines[lines.index("static uint32_t shared_state;")] = "static uint32_t shared_state;"
    kinds = {}
    for k in range(functions):
        # Each function has a stream of its own, so that it does not change with the number of functions before it.
        function = Function(random.Random(f"{seed}/{k}"), k, arrays).generate()
        kinds[k] = sorted(function.kinds)
        lines += function.text(rng.randrange(1 << 20) + k * 100)
    lines += ["int main(void) {", *(f"  call_{k}(); /* CALL {k} */" for k in range(functions)), "  return 0;", "}"]
    return "\n".join(lines) + "\n", kinds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seed", type=int)
    parser.add_argument("--functions", type=int, default=10)
    options = parser.parse_args()
    sys.stdout.write(program(options.seed, options.functions)[0])


if __name__ == "__main__":
    main()
