#include "editor/code_generation/code_inquiry.h"

#include "editor/detached_thread.h"
#include "sim_core/base/failure_report.h"

namespace fluxion {

static CodeAnswer generated(const CodeQuestion& question) {
  CodeAnswer answer;
  const auto code = sim::generate_code(question.diagram, *question.library, question.request);
  answer.answered = true;
  if (!code) {
    answer.problems = code.errors();
    return answer;
  }
  answer.files = code->written.files;
  answer.interface = code->written.interface;
  answer.summary = sim::code_summary(code->written);
  answer.tasks = code->written.tasks;
  answer.warnings = code->early;
  answer.left_out = code->report.reductions;
  answer.library = code->library;
  if (question.folder.empty()) return answer;
  answer.problems = sim::write_code(question.folder, *code);
  answer.written = answer.problems.empty();
  return answer;
}

static CodeAnswer answerTo(const CodeQuestion& question, const std::function<bool()>& wanted) {
  try {
    CodeAnswer answer = generated(question);
    // Errors of work that was stopped are none of the model.
    answer.answered = answer.answered && wanted();
    return answer;
  } catch (const sim::WorkStopped&) {
    return {};
  } catch (...) {
    CodeAnswer answer;
    answer.answered = true;
    answer.problems = {sim::failure_report("generate code")};
    return answer;
  }
}

CodeInquiry::CodeInquiry(QObject* parent) : QObject(parent) {}

void CodeInquiry::ask(CodeQuestion question) {
  // A folder on a network may never answer, so the thread is one that nobody waits for.
  if (!m_background)
    m_background = std::make_unique<Asker>(
        this, answerTo, [this](const CodeAnswer& answer) { emit answered(answer); }, &startDetached);
  m_background->ask(std::move(question));
}

void CodeInquiry::cancel() { m_background.reset(); }

}  // namespace fluxion
