"""Solves a level of Puzlogic with Z3, the yardstick of benches/puzlogic_z3.rs.

Reads the plain-text form from standard input. Prints the seconds for the first solution, those
for the proof that there is no other, and how many there are (1, or 2 for more). The model is the
published one: Distinct per line, sums, and a count for each number of the pieces. Needs the
package z3-solver.
"""

import sys
import time

from z3 import AtMost, AtLeast, Distinct, Int, Or, Solver, Sum, sat

lines = sys.stdin.read().split("\n\n", 1)[1].splitlines()
clues = ("pieces", "row", "column")
board = [line.split() for line in lines if line.strip() and not line.startswith(clues)]
pieces = [int(n) for line in lines if line.startswith("pieces") for n in line.split()[1:]]
sums = [line.split() for line in lines if line.startswith(("row", "column"))]

begin = time.monotonic()
solver = Solver()
cells = {}
for r, row in enumerate(board):
    for c, token in enumerate(row):
        if token == "_":
            cell = cells[r, c] = Int(f"x{r}_{c}")
            solver.add(Or([cell == n for n in sorted(set(pieces))]))


def number(r, c):
    return cells.get((r, c)) if board[r][c] == "_" else int(board[r][c])


rows = [[(r, c) for c in range(len(board[0])) if board[r][c] != "."] for r in range(len(board))]
columns = [[(r, c) for r in range(len(board)) if board[r][c] != "."] for c in range(len(board[0]))]
for line in rows + columns:
    if any(place in cells for place in line) and len(line) > 1:
        solver.add(Distinct([number(*place) for place in line]))
for kind, index, which, target in sums:
    line = (rows if kind == "row" else columns)[int(index) - 1]
    counted = [p for p in line if which == "sum" or p in cells]
    solver.add(Sum([number(*place) for place in counted]) == int(target))
for n in sorted(set(pieces)):
    same = [cell == n for cell in cells.values()]
    solver.add(AtMost(*same, pieces.count(n)), AtLeast(*same, pieces.count(n)))

solver.set("timeout", 120_000)
found = solver.check()
first = time.monotonic() - begin
if found != sat:
    print(f"{first:.6f} {first:.6f} 0 {found}")
    sys.exit()
model = solver.model()
solver.add(Or([cell != model[cell] for cell in cells.values()]))
other = solver.check()
both = time.monotonic() - begin
print(f"{first:.6f} {both:.6f} {2 if other == sat else 1} {other}")
