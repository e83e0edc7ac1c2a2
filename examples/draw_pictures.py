#!/usr/bin/env python3
"""Draws the start page's pictures of the examples: X/X.svg, the curves that fields.txt names, as a run gives them.

    draw_pictures.py FLUXION_CLI [EXAMPLE...]

The colors #000001, #000002, ... stand for the first, second, ... color of plots, which the start page fills in.
"""
import csv
import pathlib
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent
WIDTH, HEIGHT, MARGIN, GAP = 240, 136, 4, 8
TOLERANCE = 0.12  # how far a drawn line may be beside the curve, in pixels
MOST_POINTS = 3000  # of a curve before it is thinned out


def wanted_pictures():
    """Example and text by line of fields.txt that is indented, the first of each example."""
    pictures = {}
    for line in (FOLDER / "fields.txt").read_text().splitlines():
        if line.startswith(" ") and line.strip():
            name, _, shown = line.strip().partition(" ")
            pictures.setdefault(name, shown.strip())
    return pictures


def columns_of_run(program, name):
    with tempfile.TemporaryDirectory() as place:
        table = pathlib.Path(place) / "run.csv"
        model = FOLDER / name / f"{name}.flx"
        subprocess.run([program, "run", str(model), "--quiet", "--out", str(table)], check=True)
        with table.open(newline="") as file:
            head, *rows = csv.reader(file)
    return {title: [float(row[k]) for row in rows] for k, title in enumerate(head)}


def thinned(points):
    """The fewest points whose lines stay close to the curve (Douglas and Peucker), without recursion."""
    if len(points) > MOST_POINTS:
        points = fewer(points)
    keep, parts = {0, len(points) - 1}, [(0, len(points) - 1)]
    while parts:
        first, last = parts.pop()
        (x0, y0), (x1, y1) = points[first], points[last]
        dx, dy = x1 - x0, y1 - y0
        length = (dx * dx + dy * dy) ** 0.5
        far, where = TOLERANCE, None
        for k in range(first + 1, last):
            x, y = points[k][0] - x0, points[k][1] - y0
            away = abs(dx * y - dy * x) / length if length > 1e-9 else (x * x + y * y) ** 0.5
            if away > far:
                far, where = away, k
        if where is not None:
            keep.add(where)
            parts += [(first, where), (where, last)]
    return [points[k] for k in sorted(keep)]


def fewer(points):
    """Of a long curve: the ends of each piece of the way that is hardly a pixel long."""
    out = [points[0]]
    for x, y in points[1:]:
        if abs(x - out[-1][0]) + abs(y - out[-1][1]) > 0.7:
            out.append((x, y))
    return out


def scale(values, low, high, into_low, into_high):
    span = high - low or 1
    return [into_low + (v - low) / span * (into_high - into_low) for v in values]


def text_of(points, color, as_points):
    if as_points:
        data = "".join(f"M{x:.1f},{y:.1f}h0.1" for x, y in dict.fromkeys(points))
        return f'<path d="{data}" stroke="#{color:06}" stroke-width="2.6" stroke-linecap="round"/>'
    data = " ".join(f"{x:.1f},{y:.1f}" for x, y in thinned(points))
    return f'<polyline points="{data}" stroke="#{color:06}" stroke-width="1.4"/>'


def drawn(columns, shown):
    shown, as_points = shown.removesuffix(" as points"), shown.endswith(" as points")
    plots = [[one.strip() for one in plot.split(",")] for plot in shown.split(";")]
    height = (HEIGHT - 2 * MARGIN - GAP * (len(plots) - 1)) / len(plots)
    curves, color = [], 0
    for k, plot in enumerate(plots):
        top = MARGIN + k * (height + GAP)
        pairs = [tuple(reversed(one.split(" over "))) if " over " in one else ("time", one) for one in plot]
        xs, ys = [columns[x] for x, _ in pairs], [columns[y] for _, y in pairs]
        x_range = min(map(min, xs)), max(map(max, xs))
        y_range = min(map(min, ys)), max(map(max, ys))
        for x, y in zip(xs, ys):
            color += 1
            points = zip(scale(x, *x_range, MARGIN, WIDTH - MARGIN), scale(y, *y_range, top + height, top))
            curves.append(text_of(list(points), color, as_points))
    curves.reverse()  # the first is on top
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" fill="none"'
                      ' stroke-linejoin="round">', *curves, "</svg>", ""])


def main():
    program, *names = sys.argv[1:]
    pictures = wanted_pictures()
    for name in names or pictures:
        (FOLDER / name / f"{name}.svg").write_text(drawn(columns_of_run(program, name), pictures[name]))


if __name__ == "__main__":
    main()
