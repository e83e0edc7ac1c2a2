#include "sim_core/compile/pieces.h"

#include <algorithm>
#include <utility>

namespace sim::compile_phases {

namespace {

// A vector has one way to be split, whatever the dimension that is asked for.
bool along_columns(Shape whole, const PieceRule& rule) {
  return whole.rows == 1 || (whole.cols != 1 && rule.dimension == 2);
}

// Some rows of some columns of a signal.
struct Cut {
  int first_row, rows;  // within a column
  int column_length;    // of the signal it is cut from
  int first_column = 0;
};

// Runs of elements [first, first + count) of a cut that lie next to each other in its signal.
void add_runs(const Cut& cut, Driver from, int first, int count, std::vector<Segment>& out) {
  for (int at = first; at < first + count;) {
    const int row = at % cut.rows, column = cut.first_column + at / cut.rows;
    const bool whole_columns = cut.rows == cut.column_length;
    const int run = whole_columns ? first + count - at : std::min(first + count - at, cut.rows - row);
    out.push_back({from, cut.first_row + row + column * cut.column_length, run});
    at += run;
  }
}

std::vector<Segment> split(const TypedModel& model, const Instance& port, int first, int count) {
  const Repetition::Pieces& pieces = model.repetition.ports[port];
  const Shape whole = model.shapes[port].inputs[0];
  const int at = pieces.piece * pieces.rule.width;
  const bool columns = along_columns(whole, pieces.rule);
  const Cut cut = columns ? Cut{0, whole.rows, whole.rows, at} : Cut{at, pieces.rule.width, whole.rows};
  std::vector<Segment> parts;
  add_runs(cut, port.drivers[0], first, count, parts);
  return parts;
}

// Each piece gives the elements that lie in it; row by row of pieces where they are stacked.
std::vector<Segment> joined_segments(const TypedModel& model, const Instance& port, int first, int count) {
  const Repetition::Pieces& pieces = model.repetition.ports[port];
  const Shape piece = model.shapes[port].inputs[0], whole = model.shapes[port].outputs[0];
  std::vector<Segment> parts;
  for (int at = first; at < first + count;) {
    const bool columns = pieces.joined_along == 2;
    const int row = at % whole.rows, column = at / whole.rows;
    const int number = columns ? at / piece.count() : row / piece.rows;
    const int inside = columns ? at % piece.count() : row % piece.rows + column * piece.rows;
    const int run =
        std::min(first + count - at, columns ? piece.count() - inside : piece.rows - row % piece.rows);
    const int copy = pieces.copies[static_cast<std::size_t>(number)];
    parts.push_back({model.instances[static_cast<std::size_t>(copy)].drivers[0], inside, run});
    at += run;
  }
  return parts;
}

}  // namespace

int piece_count(Shape whole, const PieceRule& rule) {
  const int length = along_columns(whole, rule) ? whole.cols : whole.rows;
  return length % rule.width == 0 ? length / rule.width : 0;
}

std::string shape_of_pieces(const Instance& port, const Repetition::Pieces& pieces,
                            std::span<const Shape> inputs, Shape& output) {
  const PieceRule& rule = pieces.rule;
  if (port.piece_port == PiecePort::Joins) {
    const int count = std::max(1, piece_count(inputs[1], rule));
    output = inputs[0];
    constexpr long long most = 1'000'000'000;
    int& length = pieces.joined_along == 2 ? output.cols : output.rows;
    length = static_cast<int>(std::min(most, static_cast<long long>(length) * count));
    return {};
  }
  const Shape whole = inputs[0];
  output = whole;
  const bool columns = along_columns(whole, rule);
  const int length = std::exchange(columns ? output.cols : output.rows, rule.width);
  if (length % rule.width == 0) return {};
  const char* what = whole.is_vector() ? " elements" : columns ? " columns" : " rows";
  return "its signal has " + std::to_string(length) + what + ", which cannot be split into pieces of " +
         std::to_string(rule.width);
}

std::vector<Segment> parts_of_pieces(const TypedModel& model, const Instance& port, int first, int count) {
  return port.piece_port == PiecePort::Splits ? split(model, port, first, count)
                                              : joined_segments(model, port, first, count);
}

}  // namespace sim::compile_phases
