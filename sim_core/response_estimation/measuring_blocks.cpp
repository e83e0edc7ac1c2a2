#include "sim_core/response_estimation/measuring_blocks.h"

#include <numbers>

#include "sim_core/block/builder.h"
#include "sim_core/linear_analysis/point_block.h"

namespace sim {

static BlockType excitation_block() {
  BlockTypeBuilder b;
  b.id(excitation_type).label("Excitation").category("Linear Analysis");
  b.doc("Excites a model whose frequency response is measured.");
  Param amplitude = b.real(amplitude_parameter, "Amplitude", "0");
  Param frequency = b.real(frequency_parameter, "Frequency", "1").list();
  Param phase = b.real(phase_parameter, "Phase", "0").list();
  Param start = b.real(start_parameter, "Start", "0").scalar();
  Param rise = b.real(rise_parameter, "Rise", "1").scalar();
  Out y = b.output("y");
  b.shapes([=](const ParameterValues& v, Shapes& s) { s.outputs[0] = v.of(amplitude).shape; });
  b.equations([=](Equations& e) {
    const ir::Value passed = e.time() - e(start);
    const ir::Value risen = ir::make(ir::Op::Min, passed / e(rise), e.constant(1));
    const ir::Value part = (1.0 - cos(risen * std::numbers::pi)) * 0.5;
    e.output(y, e(amplitude) * part * ir::total(sin(e(frequency) * passed + e(phase))));
  });
  return b.take();
}

static BlockType correlator_block() {
  BlockTypeBuilder b;
  b.id(correlator_type).label("Correlator").category("Linear Analysis");
  b.doc("Correlates a signal with sinusoids.");
  Param frequency = b.real(frequency_parameter, "Frequency", "1").list();
  Param start = b.real(start_parameter, "Start", "0").scalar();
  Param scale = b.real(scale_parameter, "Scale", "0").scalar();
  Param offset = b.real(offset_parameter, "Offset", "0").list();
  Param zero = b.real("Zero", "Zero", "0").scalar();
  In u = b.input("u");
  Out y = b.output("y");
  State sum = b.state(sum_state, zero), sine = b.state(sine_state, zero),
        cosine = b.state(cosine_state, zero);
  b.shapes([=](const ParameterValues& v, Shapes& s) {
    const int elements = s.inputs[0].size(), lines = v.of(frequency).shape.size();
    s.outputs[0] = s.states[0] = {elements, 1};
    s.states[1] = s.states[2] = {elements, lines};
  });
  b.equations([=](Equations& e) {
    const Shape column{e.input_shape(u).size(), 1};
    const ir::Value rate = e(scale) * (ir::repeated(e(u), column) - e(offset));
    const ir::Value angle = e(frequency) * (e.time() - e(start));
    const ir::Value row = ir::repeated(angle, Shape{1, angle.shape().size()});
    e.derivative(sum, rate);
    e.derivative(sine, ir::matmul(rate, sin(row)));
    e.derivative(cosine, ir::matmul(rate, cos(row)));
    e.output(y, e(sum));
  });
  return b.take();
}

static BlockType sampler_block() {
  BlockTypeBuilder b;
  b.id(sampler_type).label("Sampler").category("Linear Analysis");
  b.doc("Records a signal whose frequency response is measured.");
  b.input("u");
  b.logs_inputs();
  b.equations([](Equations&) {});
  return b.take();
}

BlockLibrary with_measuring_blocks(const BlockLibrary& library) {
  BlockLibrary all = with_point_block(library);
  all.add(excitation_block());
  all.add(correlator_block());
  all.add(sampler_block());
  return all;
}

}  // namespace sim
