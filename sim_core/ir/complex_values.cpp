// Complex arithmetic, written with operations on real and imaginary parts.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "sim_core/ir/values.h"

namespace sim::ir {

namespace {

struct Parts {
  Value re, im;  // im: none for a real value
};

Parts parts(Value v) {
  if (!is_complex(v)) return {v, {}};
  return {real_part(v), imaginary_part(v)};
}
Value joined(Parts p) { return p.im ? complex(p.re, p.im) : p.re; }
Value zero_of(Value v) { return v.graph->constant(0); }
Value imaginary_or_zero(Parts p) { return p.im ? p.im : zero_of(p.re); }

Value magnitude(Parts p) { return make(Op::Hypot, p.re, imaginary_or_zero(p)); }
Value angle(Parts p) { return make(Op::Atan2, imaginary_or_zero(p), p.re); }

Parts add(Parts a, Parts b) { return {a.re + b.re, a.im && b.im ? a.im + b.im : a.im ? a.im : b.im}; }
Parts negative(Parts a) { return {-a.re, a.im ? -a.im : Value{}}; }
Parts subtract(Parts a, Parts b) { return add(a, negative(b)); }

Parts multiply(Parts a, Parts b) {
  if (!a.im) std::swap(a, b);
  if (!b.im) return {a.re * b.re, a.im ? a.im * b.re : Value{}};
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

// R. L. Smith, Algorithm 116: Complex division, Comm. ACM 5 (1962) 435: nothing overflows that need not.
Parts divide(Parts a, Parts b) {
  if (!b.im) return {a.re / b.re, a.im ? a.im / b.re : Value{}};
  const Value im = imaginary_or_zero(a);
  const Value wide = make(Op::Abs, b.re) >= make(Op::Abs, b.im);
  const Value larger = select(wide, b.re, b.im), smaller = select(wide, b.im, b.re);
  const Value ratio = smaller / larger, divisor = larger + smaller * ratio;
  return {select(wide, a.re + im * ratio, a.re * ratio + im) / divisor,
          select(wide, im - a.re * ratio, im * ratio - a.re) / divisor};
}

Parts exponential(Parts a) {
  const Value size = exp(a.re), im = imaginary_or_zero(a);
  return {size * cos(im), size * sin(im)};
}

Parts logarithm(Parts a) { return {log(magnitude(a)), angle(a)}; }

Parts scaled(Parts a, double factor) { return {a.re * factor, imaginary_or_zero(a) * factor}; }

// The root with the non-negative real part, without cancellation.
Parts square_root(Parts a) {
  const Value im = imaginary_or_zero(a);
  const Value half = sqrt((make(Op::Abs, a.re) + magnitude(a)) * 0.5);
  const Value other = select(make(Op::Equal, half, zero_of(half)), zero_of(half), im / (half + half));
  const Value right = a.re >= zero_of(half), below = im < zero_of(half);
  return {select(right, half, make(Op::Abs, other)), select(right, other, select(below, -half, half))};
}

Parts whole_power(Parts a, int n) {
  const Parts one{a.re.graph->constant(1), {}};
  std::optional<Parts> product;
  for (int k = std::abs(n); k > 0; k /= 2) {
    if (k % 2) product = product ? multiply(*product, a) : a;
    if (k > 1) a = multiply(a, a);
  }
  const Parts result = product.value_or(one);
  return n < 0 ? divide(one, result) : result;
}

std::optional<int> small_whole(Value v) {
  if (v.graph->node(v.id).op != Op::Constant || !v.shape().is_scalar() || v.shape().complex) return {};
  const double number = v.graph->constant_values(v.id)[0];
  if (number != std::floor(number) || std::abs(number) > 64) return {};
  return static_cast<int>(number);
}

// a^b = exp(b log a), and 0^b = 0, but 0^0 = 1.
Parts power(Value base, Value exponent) {
  const Parts a = parts(base), b = parts(exponent);
  if (const auto n = small_whole(exponent)) return whole_power(a, *n);
  const Value size = magnitude(a), none = make(Op::Equal, size, zero_of(size));
  const Parts nonzero{select(none, size.graph->constant(1), a.re), imaginary_or_zero(a)};
  const Parts result = exponential(multiply(b, logarithm(nonzero)));
  const Value at_zero = make(Op::Equal, magnitude(b), zero_of(size));
  return {select(none, at_zero, result.re), select(none, zero_of(size), result.im)};
}

Parts trigonometric(Op op, Parts a) {
  const Value x = a.re, y = a.im;
  switch (op) {
    case Op::Sin:
      return {sin(x) * cosh(y), cos(x) * sinh(y)};
    case Op::Cos:
      return {cos(x) * cosh(y), -(sin(x) * sinh(y))};
    case Op::Tan:
      return divide(trigonometric(Op::Sin, a), trigonometric(Op::Cos, a));
    case Op::Sinh:
      return {sinh(x) * cos(y), cosh(x) * sin(y)};
    case Op::Cosh:
      return {cosh(x) * cos(y), sinh(x) * sin(y)};
    default:
      return divide(trigonometric(Op::Sinh, a), trigonometric(Op::Cosh, a));
  }
}

Value refused(Op op, Value a, Value b, Value c) {
  a.graph->refuse(op == Op::Less || op == Op::LessEqual ? "an order (<, >)" : name_of(op));
  return make(op, real_part(a), b ? real_part(b) : b, c ? real_part(c) : c);
}

Value of_one(Op op, Value v) {
  const Parts a = parts(v);
  switch (op) {
    case Op::Neg:
      return joined(negative(a));
    case Op::Square:
      return joined(multiply(a, a));
    case Op::Sqrt:
      return joined(square_root(a));
    case Op::Exp:
      return joined(exponential(a));
    case Op::Log:
      return joined(logarithm(a));
    case Op::Log2:
      return joined(scaled(logarithm(a), 1 / std::numbers::ln2));
    case Op::Log10:
      return joined(scaled(logarithm(a), 1 / std::numbers::ln10));
    case Op::Sin:
    case Op::Cos:
    case Op::Tan:
    case Op::Sinh:
    case Op::Cosh:
    case Op::Tanh:
      return joined(trigonometric(op, a));
    case Op::Abs:
      return magnitude(a);
    case Op::Sign: {  // u / |u|, 0 of 0
      const Value size = magnitude(a), none = make(Op::Equal, size, zero_of(size));
      return joined(divide(a, {select(none, size.graph->constant(1), size), {}}));
    }
    case Op::IsNan:
      return make(op, a.re) | make(op, a.im);
    case Op::IsFinite:
      return make(op, a.re) & make(op, a.im);
    default:
      return refused(op, v, {}, {});
  }
}

Value of_two(Op op, Value v, Value w) {
  const Parts a = parts(v), b = parts(w);
  const auto of_imaginary = [&] { return make(op, imaginary_or_zero(a), imaginary_or_zero(b)); };
  switch (op) {
    case Op::Add:
      return joined(add(a, b));
    case Op::Sub:
      return joined(subtract(a, b));
    case Op::Mul:
      return joined(multiply(a, b));
    case Op::Div:
      return joined(divide(a, b));
    case Op::Pow:
      return joined(power(v, w));
    case Op::Hypot:
      return make(Op::Hypot, magnitude(a), magnitude(b));
    case Op::Equal:
      return make(op, a.re, b.re) & of_imaginary();
    case Op::NotEqual:
      return make(op, a.re, b.re) | of_imaginary();
    default:
      return refused(op, v, w, {});
  }
}

template <class F>
Value each_part(Value v, F&& f) {
  return is_complex(v) ? complex(f(real_part(v)), f(imaginary_part(v))) : f(v);
}

}  // namespace

Value make(Op op, Value a, Value b, Value c) {
  if (!is_complex(a) && !is_complex(b) && !is_complex(c)) return a.graph->make(op, a, b, c);
  if (op == Op::Select) {
    if (is_complex(a)) return refused(op, a, b, c);
    const Parts yes = parts(b), no = parts(c);
    return complex(a.graph->make(op, a, yes.re, no.re),
                   a.graph->make(op, a, imaginary_or_zero(yes), imaginary_or_zero(no)));
  }
  switch (rules_of(op).complex) {
    case ComplexRule::Refused:
      break;
    case ComplexRule::Parts:
      return complex(make(op, real_part(a)), make(op, imaginary_part(a)));
    case ComplexRule::Own:
      return b ? of_two(op, a, b) : of_one(op, a);
  }
  return refused(op, a, b, c);
}

Value real_part(Value v) { return is_complex(v) ? v.graph->slice(v, 0, real_shape(v.shape())) : v; }

Value imaginary_part(Value v) {
  const Shape shape = real_shape(v.shape());
  return is_complex(v) ? v.graph->slice(v, shape.count(), shape) : repeated(zero_of(v), shape);
}

Value conjugate(Value v) { return is_complex(v) ? complex(real_part(v), -imaginary_part(v)) : v; }

Value complex(Value re, Value im) {
  re = real_only(re, "a real part"), im = real_only(im, "an imaginary part");
  const Shape shape = re.shape().is_scalar() ? im.shape() : re.shape();
  const Value both[] = {repeated(re, shape), repeated(im, shape)};
  return re.graph->concat(both, complex_shape(shape));
}

Value real_only(Value v, const char* what) {
  if (!is_complex(v)) return v;
  v.graph->refuse(what);
  return real_part(v);
}

Value numbers(Value v) { return is_complex(v) ? v.graph->slice(v, 0, vector_shape(v.shape().size())) : v; }
Value from_numbers(Value v, Shape shape) { return v.graph->slice(v, 0, shape); }

Value repeated(Value v, Shape shape) {
  if (v.shape() == shape) return v;
  if (shape.complex)
    return complex(repeated(real_part(v), real_shape(shape)), repeated(imaginary_part(v), real_shape(shape)));
  v = real_only(v, "a real number");
  if (v.shape().count() == shape.count()) return v.shape() == shape ? v : v.graph->slice(v, 0, shape);
  return v.graph->gather(v, std::vector<std::int32_t>(static_cast<std::size_t>(shape.size()), 0), shape);
}

Value slice(Value v, int first, Shape shape) {
  return each_part(v, [&](Value part) { return v.graph->slice(part, first, real_shape(shape)); });
}

Value gather(Value v, std::span<const std::int32_t> indices, Shape shape) {
  return each_part(v, [&](Value part) { return v.graph->gather(part, indices, real_shape(shape)); });
}

Value concat(std::span<const Value> values, Shape shape) {
  Graph& graph = *values[0].graph;
  if (std::ranges::none_of(values, is_complex)) return graph.concat(values, shape);
  std::vector<Value> re, im;
  for (Value v : values) {
    re.push_back(real_part(v));
    im.push_back(imaginary_part(v));
  }
  return complex(graph.concat(re, real_shape(shape)), graph.concat(im, real_shape(shape)));
}

Value total(Value v) {
  return each_part(v, [&](Value part) { return v.graph->total(part); });
}

Value transpose(Value v) {
  return each_part(v, [&](Value part) { return v.graph->transpose(part); });
}

Value matmul(Value v, Value w) {
  Graph& graph = *v.graph;
  const Parts a = parts(v), b = parts(w);
  const Value re = graph.matmul(a.re, b.re);
  if (!a.im && !b.im) return re;
  if (!a.im) return complex(re, graph.matmul(a.re, b.im));
  if (!b.im) return complex(re, graph.matmul(a.im, b.re));
  return complex(re - graph.matmul(a.im, b.im), graph.matmul(a.re, b.im) + graph.matmul(a.im, b.re));
}

}  // namespace sim::ir
