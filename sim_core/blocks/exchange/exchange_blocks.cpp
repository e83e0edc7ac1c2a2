// Blocks that exchange frames of numbers with other programs (sim_core/exchange/frame.h) while a run goes on.
// A block keeps what has arrived, or what is to be sent, in discrete slots, which model_run/signal_links.h
// reads and writes at the instants of the run.
#include "sim_core/blocks/standard_blocks.h"
#include "sim_core/blocks/zeros.h"

namespace sim::blocks {

namespace {

constexpr const char* frames_doc =
    "\n\nFrames are those of generated programs in real time: \"FLX1\", number, time, count, then the "
    "numbers "
    "as doubles, little-endian. A run asks for permission before it exchanges anything; only runs that are "
    "shown, or begun on the command line or in Python, do. Switch Pacing on, or the run is over long before "
    "the other program.";

void declare_receiver(BlockTypeBuilder& b) {
  Param width = b.integer("Width", "Numbers in a frame", "1").range(1, 8000);
  Param initial =
      b.real("InitialValue", "Initial value", "0").not_tunable().doc("Until the first frame has arrived.");
  Param counts = b.flag("ShowCount", "Show count of frames", false)
                     .doc("An output that says how many frames have been taken so far.");
  b.sample_time("0.01");
  b.outputs([=](const ParameterValues& v) {
    std::vector<PortSpec> ports{{"y", "the numbers of the newest frame"}};
    if (v.of(counts).number() != 0) ports.push_back({"count", "how many frames have been taken"});
    return ports;
  });
  DiscreteState received = b.discrete_state("received", initial);
  b.require(
      [=](const ParameterValues& v) {
        const int size = v.of(initial).shape.size();
        return size == 1 || size == static_cast<int>(v.of(width).number());
      },
      "the initial value has another number of elements than a frame", "give one number, or one for each");
  b.shapes([=](const ParameterValues& v, Shapes& s) {
    s.outputs[0] = s.states[0] = vector_shape(static_cast<int>(v.of(width).number()));
  });
  b.equations([=](Equations& e) {
    const ir::Value count = e.memory(e.constant(0));
    e.store(count, count);
    e.next(received, e(received));
    e.output(Out{0}, e.sampled(e(received)));
    if (e.flag(counts)) e.output(Out{1}, e.sampled(count));
  });
}

void declare_sender(BlockTypeBuilder& b) {
  b.sample_time("-1");
  In u = b.input("u", "the numbers of a frame");
  b.shapes([](const ParameterValues&, Shapes& s) {
    if (s.inputs[0].size() > 8000) s.problem = "a frame has room for 8000 numbers";
  });
  b.equations([=](Equations& e) {
    const ir::Value sent = e.memory(zeros(e, e.input_shape(u))), count = e.memory(e.constant(0));
    e.store(sent, select(e.hit(), e(u), sent));
    e.store(count, select(e.hit(), count + 1.0, count));
  });
}

void declare_serial_line(BlockTypeBuilder& b) {
  b.text("Device", "Device", "/dev/ttyUSB0").doc("Of the serial line; blocks may share it.");
  b.integer("BaudRate", "Baud rate", "115200")
      .range(1200, 3000000)
      .doc("8 data bits, no parity, 1 stop bit.");
}

}  // namespace

void udp_in(BlockTypeBuilder& b) {
  b.id("exchange/udp_in").label("UDP In").category("Exchange");
  b.doc(
      std::string("Gives the numbers of the newest frame that has arrived by UDP.\n\nFrames of another size, "
                  "older ones, and those with a number that is not finite are dropped; the run says how "
                  "many.") +
      frames_doc);
  b.keywords({"UDP Receive", "network", "socket", "real time", "hardware in the loop"});
  b.icon(IconShape::Rectangle, "", "UDP\n:{LocalPort}");
  b.size(56, 48);
  b.integer("LocalPort", "Local port", "5001").range(1, 65535);
  b.text("LocalAddress", "Local address", "0.0.0.0").doc("0.0.0.0: all of this machine's; as numbers.");
  declare_receiver(b);
}

void udp_out(BlockTypeBuilder& b) {
  b.id("exchange/udp_out").label("UDP Out").category("Exchange");
  b.doc(std::string("Sends its input as a frame by UDP at each of its sample hits.") + frames_doc);
  b.keywords({"UDP Send", "network", "socket", "real time", "hardware in the loop"});
  b.icon(IconShape::Rectangle, "", "UDP\n{RemoteAddress}\n:{RemotePort}");
  b.size(80, 48);
  b.text("RemoteAddress", "Remote address", "127.0.0.1").doc("As numbers, or localhost.");
  b.integer("RemotePort", "Remote port", "5000").range(1, 65535);
  declare_sender(b);
}

void serial_in(BlockTypeBuilder& b) {
  b.id("exchange/serial_in").label("Serial In").category("Exchange");
  b.doc(std::string(
            "Gives the numbers of the newest frame that has arrived on a serial line.\n\nDamaged frames, "
            "and those with a number that is not finite, are dropped; the run says how many.") +
        frames_doc);
  b.keywords({"Serial Receive", "RS-232", "UART", "tty", "real time", "hardware in the loop"});
  b.icon(IconShape::Rectangle, "", "Serial\n{Device}");
  b.size(88, 48);
  declare_serial_line(b);
  declare_receiver(b);
}

void serial_out(BlockTypeBuilder& b) {
  b.id("exchange/serial_out").label("Serial Out").category("Exchange");
  b.doc(
      std::string("Sends its input as a frame over a serial line at each of its sample hits.\n\nA frame that "
                  "the line does not take in time is left out; the run says how many.") +
      frames_doc);
  b.keywords({"Serial Send", "RS-232", "UART", "tty", "real time", "hardware in the loop"});
  b.icon(IconShape::Rectangle, "", "Serial\n{Device}");
  b.size(88, 48);
  declare_serial_line(b);
  declare_sender(b);
}

}  // namespace sim::blocks
