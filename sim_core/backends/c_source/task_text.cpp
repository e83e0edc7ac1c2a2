#include "sim_core/backends/c_source/task_text.h"

#include <utility>

#include "sim_core/backends/c_source/c_table.h"
#include "sim_core/backends/c_source/c_text.h"
#include "sim_core/base/text.h"

namespace sim::c_source {

using interpreter::MemoryMap;

TaskTapes::TaskTapes(const TaskedProgram& tasked) {
  const auto add = [&](const Kernel& kernel) {
    MemoryMap map(tasked.base, false, &kernel, true);
    interpreter::Tape tape = map.make_tape(kernel, true);
    taped_.push_back({std::move(map), std::move(tape), kernel});
  };
  for (const RateTask& task : tasked.tasks) {
    add(task.results);
    add(task.first_outputs);
  }
}

std::vector<KernelApart> TaskTapes::kernels() const {
  std::vector<KernelApart> all;
  for (const Taped& taped : taped_) all.push_back({&taped.map, &taped.tape, taped.kernel.results});
  return all;
}

namespace {

std::string every(const RateInfo& rate) {
  return "every " + to_text(rate.period) + " s" +
         (rate.offset != 0 ? ", first at " + to_text(rate.offset) + " s" : std::string());
}

// One task's pieces of text.
class TaskWriter {
 public:
  TaskWriter(const TaskedProgram& tasked, std::size_t index, const RateInfo& rate)
      : base_(tasked.base),
        task_(tasked.tasks[index]),
        rate_(rate),
        index_(std::to_string(index)),
        number_(std::to_string(index + 1)) {
    written_.function = "model_step_" + number_;
    written_.period = rate.period;
    written_.offset = rate.offset;
    written_.kept = static_cast<int>(task_.slots.size());
    written_.copied = static_cast<int>(task_.copied.size());
    outputs();
  }

  std::string output_struct() const {
    return "\n/* The outputs of a slower rate, " + every(rate_) + ", as of its newest step. */\n" +
           "typedef struct model_outputs_" + number_ + " {\n  $time time; /* s */\n" + members_ +
           "} model_outputs_" + number_ + ";\n";
  }
  std::string output_member() const {
    return "  model_outputs_" + number_ + " outputs_" + number_ + "; /* " + every(rate_) + " */\n";
  }
  std::string own_members() const {
    const int count = std::max(1, task_.results.size);
    std::string text = "  double results_" + number_ + "[" + std::to_string(count) + "]; /* of " +
                       written_.function + "() */\n";
    if (work_ > 0) text += "  double work_" + number_ + "[" + std::to_string(work_) + "];\n";
    return text;
  }
  std::string declaration() const {
    return "/* A step of what is computed " + every(rate_) + ". */\nint " + written_.function +
           "(model *self);\n";
  }
  std::string kernels(const TaskTapes& tapes, std::size_t index, const std::vector<Places>& places,
                      Shared& shared) {
    std::string text = kernel(tapes.results(index), places[2 * index], "task_" + number_, shared);
    written_.cost = cost_of("task_" + number_, tapes.results(index).tape, base_.graph);
    if (task_.first_outputs.size > 0)
      text += kernel(tapes.first_outputs(index), places[2 * index + 1], "first_outputs_" + number_, shared);
    return text;
  }
  std::string publish() const {
    if (task_.slots.empty()) return {};
    const std::string count = std::to_string(task_.slots.size());
    return "  if (self->due[" + std::to_string(task_.rate) + "] && self->has_results[" + index_ + "]) {\n" +
           "    static const int slots[" + count + "] = " + table(task_.slots, whole_text) + ";\n" +
           "    for (int k = 0; k < " + count + "; ++k) set_slot(self, slots[k], self->results_" + number_ +
           "[k]);\n  }\n";
  }
  std::string show() const {
    return "\nstatic void show_outputs_" + number_ + "(model *self, $time t) {\n  self->outputs_" + number_ +
           ".time = t;\n" + copies_ + "}\n";
  }
  std::string begin(const std::string& x) const {
    std::string text;
    if (task_.first_outputs.size > 0)
      text = "  first_outputs_" + number_ + "(self, $value(t), " + x + ", self->results_" + number_ +
             (task_.slots.empty() ? "" : " + " + std::to_string(task_.slots.size())) + ");\n";
    return text + "  show_outputs_" + number_ + "(self, t);\n";
  }
  std::string step() const {
    return "\nint " + written_.function + "(model *self) {\n  if (!begin_task(self, " + index_ +
           ")) return 0;\n" + "  task_" + number_ + "(self, 0.0, NULL, self->results_" + number_ + ");\n" +
           "  show_outputs_" + number_ + "(self, self->released_at[" + index_ + "]);\n  end_task(self, " +
           index_ + ");\n  return 1;\n}\n";
  }
  const std::string& function() const { return written_.function; }
  const std::vector<std::string>& columns() const { return columns_; }  // by output element: what prints it
  WrittenTask written() && { return std::move(written_); }

 private:
  // A function that computes with what is in the struct, without memory that others use, too.
  std::string kernel(const TaskTapes::Taped& taped, const Places& places, const std::string& name,
                     Shared& shared) {
    const std::int32_t others = std::exchange(shared.work, 0);
    KernelRequest request{base_, taped.map, taped.tape, places, name, nullptr};
    request.work = "self->work_" + number_;
    std::string text = kernel_text(std::move(request), shared);
    work_ = std::max(work_, shared.work);
    shared.work = others;
    return text;
  }
  void outputs() {
    Names names;
    names.take("time");
    columns_.resize(task_.columns.size());
    for (const LoggedSignal& signal : task_.outputs) {
      const std::string name = names.take(signal.name);
      const bool vector = signal.count() > 1;
      std::string unit;
      if (signal.block >= 0 && signal.port >= 0) {
        const auto& ports = base_.blocks[static_cast<std::size_t>(signal.block)].outputs;
        if (const auto port = static_cast<std::size_t>(signal.port); port < ports.size())
          unit = ports[port].unit;
      }
      written_.outputs.push_back({name, signal.name, signal.count(), 1, unit, signal.block});
      members_ += "  double " + name + (vector ? "[" + std::to_string(signal.count()) + "]" : "") + "; " +
                  comment(signal.name) + "\n";
      for (int k = 0; k < signal.count(); ++k) {
        const std::string element = name + (vector ? "[" + std::to_string(k) + "]" : "");
        const std::string from = std::to_string(static_cast<int>(task_.slots.size()) + signal.first + k);
        copies_ += "  self->outputs_" + number_ + "." + element + " = self->results_" + number_ + "[" + from +
                   "];\n";
        columns_[static_cast<std::size_t>(signal.first + k)] = "self->outputs_" + number_ + "." + element;
      }
    }
  }

  const Program& base_;
  const RateTask& task_;
  const RateInfo& rate_;
  std::string index_, number_, members_, copies_;
  std::vector<std::string> columns_;
  std::int32_t work_ = 0;
  WrittenTask written_;
};

// The columns of main.c in the order of the whole program's.
std::string print_members(const TaskedProgram& tasked, const std::vector<TaskWriter>& writers, int columns,
                          const std::string& base_lines) {
  std::vector<std::string> all(static_cast<std::size_t>(columns));
  for (std::size_t k = 0; k < writers.size(); ++k)
    for (std::size_t i = 0; i < tasked.tasks[k].columns.size(); ++i)
      all[static_cast<std::size_t>(tasked.tasks[k].columns[i])] = writers[k].columns()[i];
  std::string text;
  std::size_t next = 0;
  for (const std::string& column : all) {
    if (!column.empty()) {
      text += "  print_next(file, " + column + ");\n";
      continue;
    }
    const std::size_t end = base_lines.find('\n', next) + 1;
    text += base_lines.substr(next, end - next);
    next = end;
  }
  return text;
}

}  // namespace

std::string add_tasks(Filling& filling, const TaskedProgram& tasked, const TaskTapes& tapes,
                      const std::vector<Places>& places, int columns, Shared& shared,
                      std::vector<WrittenTask>& written) {
  std::vector<TaskWriter> writers;
  for (std::size_t k = 0; k < tasked.tasks.size(); ++k)
    writers.emplace_back(tasked, k, tasked.base.rates[static_cast<std::size_t>(tasked.tasks[k].rate)]);
  std::string kernels;
  for (std::size_t k = 0; k < writers.size(); ++k) kernels += writers[k].kernels(tapes, k, places, shared);
  const auto each = [&](std::string (TaskWriter::*text)() const) {
    std::string all;
    for (const TaskWriter& writer : writers) all += (writer.*text)();
    return all;
  };
  filling.features.insert("tasks");
  filling.values["task_count"] = std::to_string(writers.size());
  filling.values["task_rates"] = table(tasked.tasks, [](const RateTask& task) { return whole(task.rate); });
  filling.values["task_functions"] =
      table(writers, [](const TaskWriter& writer) { return writer.function(); });
  filling.values["task_structs"] = each(&TaskWriter::output_struct);
  filling.values["task_outputs"] = each(&TaskWriter::output_member);
  filling.values["task_members"] = each(&TaskWriter::own_members);
  filling.values["task_declarations"] = each(&TaskWriter::declaration);
  filling.values["task_publish"] = each(&TaskWriter::publish);
  filling.values["task_shows"] = each(&TaskWriter::show);
  std::string begins;
  for (const TaskWriter& writer : writers) begins += writer.begin(filling.values["x"]);
  filling.values["task_begins"] = begins;
  filling.values["task_steps"] = each(&TaskWriter::step);
  if (columns > 0) filling.features.insert("prints");
  filling.values["print_members"] = print_members(tasked, writers, columns, filling.values["print_members"]);
  for (TaskWriter& writer : writers) written.push_back(std::move(writer).written());
  return kernels;
}

}  // namespace sim::c_source
