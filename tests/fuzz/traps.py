# SPDX-License-Identifier: Apache-2.0
"""Statements that make a loop's order matter, or look as if they did: what an extraction pass must not fall for.

Each trap takes the function generator, the loop variables in scope and the indentation, and returns its kind and the
lines to add to the innermost loop body. None may leave the array bounds or run for ever.
"""


def early_exit(f, scope, indent):
    pad = "  " * indent
    leave = f.rng.choice(["break;", "break;", "return result;"])
    return "early exit", [f"{pad}if ({f.integer(scope, 1)} % 97 == 5)", f"{pad}  {leave}"]


def skip(f, scope, indent):
    pad = "  " * indent
    if scope[-1].name in getattr(f, "manual", ()):
        return "continue", []
    # In a while loop a continue would jump over the step; stores under a condition do the same work there.
    return "continue", [f"{pad}if ({f.condition(scope)}) {{", *f.store(scope, indent + 1), f"{pad}}}"]


def _scalar(f, ctype="uint32_t", start=3, operator="^"):
    name = f.fresh("c")
    f.prologue.append(f"  {ctype} {name} = {start};")
    f.results.append((name, ctype, operator))
    return name


def previous_value(f, scope, indent):
    pad, c = "  " * indent, _scalar(f)
    f.results[-1] = (c, "uint32_t", "none")
    if f.chance(0.7):
        f.results.pop() # Nobody needs the last one: then each iteration may ask for the one before.
    load = f.value(scope, "uint32_t", 1)
    base = f.base(False)
    f.written.append(base)
    return "previous value", [f"{pad}{base.name}[{f.index(base, scope)}] = ({base.ctype})({c} + {load});",
                              f"{pad}{c} = {f.value(scope, 'uint32_t', 1)};"]


def last_value(f, scope, indent):
    pad, c = "  " * indent, _scalar(f)
    f.results[-1] = (c, "uint32_t", "none")
    return "last value", [f"{pad}if ({f.condition(scope)})", f"{pad}  {c} = {f.value(scope, 'uint32_t', 1)};"]


def recurrence(f, scope, indent):
    pad, c = "  " * indent, _scalar(f)
    f.results[-1] = (c, "uint32_t", "none")
    step = f.rng.choice(["{c} * 31 + {v}", "({c} << 1) ^ {v}", "{v} - {c}", "{c} + {c} + {v}", "({c} + {v}) / 2"])
    return "recurrence", [f"{pad}{c} = {step.format(c=c, v=f.value(scope, 'uint32_t', 1))};"]


def seen_sum(f, scope, indent):
    pad, c = "  " * indent, _scalar(f)
    f.results[-1] = (c, "uint32_t", "none")
    base = f.base(False)
    f.written.append(base)
    store = f"{pad}{base.name}[{f.index(base, scope)}] = ({base.ctype}){c};"
    update = f"{pad}{c} += {f.value(scope, 'uint32_t', 1)};"
    return "seen sum", f.rng.choice([[store, update], [update, store]])


def sum_in_condition(f, scope, indent):
    pad, c = "  " * indent, _scalar(f, start=1)
    f.results[-1] = (c, "uint32_t", "none")
    return "sum in condition", [f"{pad}if ({c} % 3 != 1 || {f.condition(scope)})",
                                f"{pad}  {c} += {f.value(scope, 'uint32_t', 1)};", f"{pad}else", f"{pad}  {c} += 1;"]


def two_operators(f, scope, indent):
    pad, c = "  " * indent, _scalar(f)
    f.results[-1] = (c, "uint32_t", "none")
    return "two operators", [f"{pad}{c} += {f.value(scope, 'uint32_t', 1)};", f"{pad}{c} ^= {f.value(scope, 'uint32_t', 1)};"]


def entangled(f, scope, indent):
    pad, c, d = "  " * indent, _scalar(f), _scalar(f, start=7)
    f.results[-1] = (d, "uint32_t", "none")
    f.results[-2] = (c, "uint32_t", "none")
    return "entangled", [f"{pad}{c} += {d};", f"{pad}{d} -= {f.value(scope, 'uint32_t', 0)};"]


def scatter(f, scope, indent):
    pad, base = "  " * indent, f.base(False)
    if not f.reserve(base, 0, 255):
        return recurrence(f, scope, indent)
    f.written.append(base)
    from loopgen import Base
    at = f.index(Base("ix", "int32_t", 512, False), scope, True)
    operator = f.rng.choice(["=", "^=", "="])
    return "scatter", [f"{pad}{base.name}[ix[{at}]] {operator} ({base.ctype}){f.integer(scope, 1)};"]


def index_rewritten(f, scope, indent):
    from loopgen import Base
    pad, base = "  " * indent, Base("ix", "int32_t", 512, False)
    at, other = f.index(base, scope, True), f.index(base, scope, True)
    return "index rewritten", [f"{pad}ix[{at}] = (ix[{other}] + 1) & 255;"]


def own_index(f, scope, indent):
    """A counter of its own that selects what is written, always or only sometimes advanced."""
    pad, j = "  " * indent, f.fresh("j")
    base = f.base(False)
    if not f.reserve(base, 0, 127):
        return recurrence(f, scope, indent)
    f.written.append(base)
    f.prologue.append(f"  uint32_t {j} = 0;")
    f.results.append((j, "uint32_t", "none"))
    lines = [f"{pad}{base.name}[{j} & 127] = ({base.ctype}){f.integer(scope, 1)};"]
    if f.chance(0.5):
        return "own index", lines + [f"{pad}{j}++;"]
    return "own index", [f"{pad}if ({f.condition(scope)}) {{", "  " + lines[0], f"{pad}  {j}++;", f"{pad}}}"]


def state(f, scope, indent):
    pad, base = "  " * indent, f.base(False)
    f.written.append(base)
    f.results.append(("shared_state", "uint32_t", "none"))
    if "  shared_state = 1;" not in f.prologue:
        f.prologue.append("  shared_state = 1;")
    else:
        f.results.pop()
    function = f.rng.choice(["helper_state", "helper_state", "helper_static"])
    if function == "helper_static" and "  helper_static(0);" not in f.prologue:
        f.prologue.append("  helper_static(0);")
    return "hidden state", [f"{pad}{base.name}[{f.index(base, scope)}] = ({base.ctype}){function}({f.value(scope, 'uint32_t', 1)});"]


def global_sum(f, scope, indent):
    pad = "  " * indent
    if "  shared_state = 1;" not in f.prologue:
        f.prologue.append("  shared_state = 1;")
        f.results.append(("shared_state", "uint32_t", "none"))
    return "global sum", [f"{pad}shared_state += {f.value(scope, 'uint32_t', 1)};"]


def global_last(f, scope, indent):
    pad = "  " * indent
    if "  shared_state = 1;" not in f.prologue:
        f.prologue.append("  shared_state = 1;")
        f.results.append(("shared_state", "uint32_t", "none"))
    base = f.base(False)
    f.written.append(base)
    return "global last", [f"{pad}shared_state = {f.value(scope, 'uint32_t', 1)};",
                           f"{pad}{base.name}[{f.index(base, scope)}] = ({base.ctype})(shared_state * 3);"]


def volatile_store(f, scope, indent):
    pad = "  " * indent
    return "volatile", [f"{pad}port = {f.value(scope, 'uint32_t', 1)};"]


def promise_once(f, scope, indent):
    """A restrict promise that holds within one iteration only."""
    pad = "  " * indent
    base = f.base(False)
    if base.ctype != "uint32_t":
        return recurrence(f, scope, indent)
    form = f.affine(scope)
    low, high = form.range()
    distance = f.rng.choice([1, 1, 2, 5, -1, -3])
    if not base.pointer:
        form = form.shifted(-min(low, low + distance))
        low, high = form.range()
        if max(high, high + distance) >= base.size:
            return recurrence(f, scope, indent)
    elif not f.reserve(base, min(low, low + distance), max(high, high + distance)):
        return recurrence(f, scope, indent)
    f.written.append(base)
    return "promise once", [f"{pad}helper_once(&{base.name}[{form.text(f.rng)}], &{base.name}[{form.shifted(distance).text(f.rng)}]);"]


def neighbour(f, scope, indent):
    """Reads at a distance from what is written, in the same array."""
    pad = "  " * indent
    base = f.base(False)
    form = f.affine(scope)
    low, high = form.range()
    distance = f.rng.choice([1, -1, 2, -2, 3, 16, -40, 100])
    if not base.pointer:
        form = form.shifted(-min(low, low + distance))
        low, high = form.range()
        if max(high, high + distance) >= base.size:
            return recurrence(f, scope, indent)
    elif not f.reserve(base, min(low, low + distance), max(high, high + distance)):
        return recurrence(f, scope, indent)
    f.written.append(base)
    return "neighbour", [f"{pad}{base.name}[{form.text(f.rng)}] = ({base.ctype})({f.value(scope, 'uint32_t', 1)} + "
                         f"(uint32_t){base.name}[{form.shifted(distance).text(f.rng)}]);"]


def left_over(f, scope, indent):
    """An array outside the loop that carries values from one iteration to the next."""
    pad, name = "  " * indent, f.fresh("buf")
    f.prologue.append(f"  uint32_t {name}[16] = {{1, 2, 3}};")
    c = _scalar(f)
    f.results[-1] = (c, "uint32_t", "none")
    lines = [f"{pad}{name}[({f.integer(scope, 1, 'uint32_t')}) & 15] = {f.value(scope, 'uint32_t', 1)};",
             f"{pad}{c} += {name}[({f.integer(scope, 1, 'uint32_t')}) & 15];"]
    if f.chance(0.4):
        lines.reverse()
    return "left over", lines


def counter_changed(f, scope, indent):
    """The loop variable jumps ahead: the next index is one the generator knows, as the test stops it."""
    v = scope[-1]
    pad, c = "  " * indent, _scalar(f)
    f.results[-1] = (c, "uint32_t", "none")
    return "float counter", [f"{pad}{c} = {c} + (uint32_t)({v.name} & 3) * ({c} & 1 ? 2 : 1);"]


def overlapping_rows(f, scope, indent):
    """Rows whose pitch is a little smaller than their length."""
    if len(scope) < 2:
        return neighbour(f, scope, indent)
    pad, base = "  " * indent, f.base(False)
    from ranges import Affine
    outer, inner = scope[-2], scope[-1]
    form = Affine().plus(max(1, inner.high + f.rng.choice([-1, 0, 1])), outer).plus(1, inner)
    placed = f.place(base, form)
    if placed is None:
        return recurrence(f, scope, indent)
    f.written.append(base)
    text = placed.text(f.rng)
    return "overlapping rows", [f"{pad}{base.name}[{text}] = ({base.ctype})((uint32_t){base.name}[{text}] * 3 + "
                                f"(uint32_t){outer.name});"]


def search(f, scope, indent):
    """The greatest or least value and what is kept beside it: lifted only if nothing else depends on the comparisons."""
    pad = "  " * indent
    ctype = f.rng.choice(["int32_t", "uint32_t", "int64_t", "double", "float"])
    best, kept = _scalar(f, ctype, f.rng.choice([0, 5, 1000])), _scalar(f, "uint32_t", 9)
    f.results[-1], f.results[-2] = (kept, "uint32_t", "none"), (best, ctype, "none")
    x, value = f.fresh("x"), f.value(scope, ctype, 1)
    compare = f.rng.choice([">", "<", ">", "<", ">="])
    condition = f"{x} {compare} {best}" if f.chance(0.7) else f"{best} {'<' if compare == '>' else '>'} {x}"
    if f.chance(0.25):
        condition = f"({f.condition(scope)}) && {condition}"
    if f.chance(0.2):
        condition = f"{condition} && ({f.condition(scope)})"
    lines = [f"{ctype} {x} = {value};", f"if ({condition}) {{", f"  {best} = {x};"]
    if f.chance(0.75):
        lines.append(f"  {kept} = (uint32_t)({f.value(scope, 'uint32_t', 1)});")
    disturb = f.rng.randrange(8)
    if disturb == 0:
        lines.append(f"  {kept} += 1;")
    elif disturb == 1:
        base = f.base(False)
        f.written.append(base)
        lines.append(f"  {base.name}[{f.index(base, scope)}] = 3;")
    lines.append("}")
    if disturb == 2:
        lines += ["else", f"  {kept} ^= 5;"]
    elif disturb == 3:
        lines.append(f"{kept} += {best} > 7;")
    return "search", [pad + line for line in lines]


TRAPS = [early_exit, skip, previous_value, last_value, recurrence, seen_sum, sum_in_condition, two_operators, entangled,
         scatter, index_rewritten, own_index, state, global_sum, global_last, volatile_store, promise_once, neighbour,
         neighbour, left_over, counter_changed, overlapping_rows, overlapping_rows, search, search]
