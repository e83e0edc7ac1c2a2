#include "sim_core/code_generation/code_report.h"

#include <algorithm>
#include <map>
#include <sstream>

#include "sim_core/backends/c_source/c_text.h"
#include "sim_core/base/text.h"
#include "sim_core/code_generation/html_text.h"
#include "sim_core/code_generation/misra_deviations.h"
#include "sim_core/code_generation/struct_sizes.h"

namespace sim {

namespace {

constexpr std::size_t most_listed_lines = 50'000;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string_view trimmed(std::string_view line) {
  const auto first = line.find_first_not_of(' ');
  return first == line.npos ? std::string_view() : line.substr(first);
}

const std::string& text_of_file(const c_source::WrittenModel& written, std::string_view name) {
  static const std::string none;
  for (const auto& file : written.files)
    if (file.name == name) return file.text;
  return none;
}

std::string whole(long long n) { return std::to_string(n); }
std::string line_link(int line) { return "<a href=\"#L" + whole(line) + "\">" + whole(line) + "</a>"; }

constexpr std::string_view style =
    "body{font:15px/1.5 system-ui,sans-serif;max-width:70em;margin:2em auto;padding:0 "
    "1em;color:#222;background:#fff}"
    "table{border-collapse:collapse;margin:.5em 0 1.5em}td,th{border:1px solid #ccc;padding:.2em "
    ".6em;text-align:left;"
    "vertical-align:top}th{background:#f2f2f2}td.n{text-align:right}pre{font:13px/1.45 "
    "monospace;overflow-x:auto}"
    "code{font-family:monospace}pre a{color:inherit}pre i{color:#888;font-style:normal;user-select:none}"
    "a{color:#0b57a4}:target{background:#fff3b0}"
    "@media(prefers-color-scheme:dark){body{color:#ddd;background:#1e1e1e}td,th{border-color:#555}th{"
    "background:#2c2c2c}"
    "a{color:#7ab8ff}:target{background:#5a4b00}}";

class Page {
 public:
  explicit Page(const CodeReportRequest& request) : request_(request), written_(*request.written) {}

  std::string text() {
    file_ = text_of_file(written_, "plugin.c").empty() ? "model.c" : "plugin.c";
    source_ = text_of_file(written_, file_);
    blocks_ = lines_of_blocks(source_, request_.blocks);
    out_ = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Code of " +
           html_text(request_.model) + "</title>\n<style>" + std::string(style) +
           "</style>\n</head>\n<body>\n<h1>Code of " + html_text(request_.model) + "</h1>\n";
    facts();
    members("Parameters that can be set", "parameters", written_.interface.parameters);
    members("Inputs", "inputs", written_.interface.inputs);
    members("Outputs", "outputs", written_.interface.outputs);
    sizes();
    operations();
    tasks();
    compiler();
    blocks();
    left_out();
    deviations();
    listing();
    return out_ + "</body>\n</html>\n";
  }

 private:
  void heading(const std::string& text) { out_ += "<h2>" + html_text(text) + "</h2>\n"; }
  void paragraph(const std::string& text) { out_ += "<p>" + html_text(text) + "</p>\n"; }
  void begin_table(std::initializer_list<const char*> titles) {
    out_ += "<table>\n<tr>";
    for (const char* title : titles) out_ += "<th>" + std::string(title) + "</th>";
    out_ += "</tr>\n";
  }
  // Cells are HTML already; those that are numbers stand on the right.
  void row(std::initializer_list<std::string> cells) {
    out_ += "<tr>";
    for (const std::string& cell : cells) {
      const bool number =
          !cell.empty() && std::all_of(cell.begin(), cell.end(), [](char c) { return c >= '0' && c <= '9'; });
      out_ += (number ? "<td class=\"n\">" : "<td>") + cell + "</td>";
    }
    out_ += "</tr>\n";
  }
  void end_table() { out_ += "</table>\n"; }
  static std::string code(const std::string& text) { return "<code>" + html_text(text) + "</code>"; }

  void facts() {
    begin_table({"", ""});
    row({"Target", html_text(request_.target)});
    row({"Solver", html_text(request_.method)});
    row({"Step", html_text(to_text(request_.fixed_step)) + " s"});
    for (const auto& file : written_.files)
      row({code(file.name), whole(static_cast<long long>(lines_of(file.text).size())) + " lines"});
    end_table();
  }

  void members(const char* title, const std::string& where, const std::vector<c_source::Member>& all) {
    heading(title);
    if (all.empty()) return paragraph("None.");
    begin_table({"In C", "In the model", "Numbers", "Unit"});
    for (const c_source::Member& member : all)
      row({code(where + "." + member.name), html_text(member.label), whole(member.count()),
           html_text(member.unit)});
    end_table();
  }

  void sizes() {
    heading("Sizes");
    paragraph("Of the structs, with numbers of 8 bytes and pointers of 8 bytes.");
    const std::string& header = text_of_file(written_, "model.h");
    begin_table({"Struct", "Bytes"});
    for (const char* name : {"model_parameters", "model_inputs", "model_outputs", "model"})
      if (const long long bytes = size_of_struct(header, name); bytes > 0) row({code(name), whole(bytes)});
    std::string members;
    for (const MemberSize& member : sizes_of_struct(header, "model"))
      if (member.bytes >= 64)
        members += (members.empty() ? "" : ", ") + code(member.declaration) + " " + whole(member.bytes);
    end_table();
    if (!members.empty()) out_ += "<p>The large members of <code>model</code>: " + members + ".</p>\n";
  }

  void operations() {
    heading("Operations a step");
    paragraph(
        "Additions, products, comparisons and functions, each counted as one, in a step where nothing "
        "switches; "
        "what stands in a branch counts. Arithmetic of the solver comes on top.");
    begin_table({"Function", "Operations", "Times a step"});
    long long total = 0, calls = 0;
    for (const c_source::KernelCost& cost : written_.costs) {
      row({code(cost.name), whole(cost.operations), whole(cost.evaluations)});
      total += cost.operations * cost.evaluations;
      calls += cost.calls * static_cast<long long>(cost.evaluations);
    }
    row({"All", whole(total), ""});
    end_table();
    if (calls > 0)
      paragraph("Tables and other functions of blocks are called " + whole(calls) + " times a step.");
  }

  void tasks() {
    if (written_.tasks.empty()) return;
    heading("Step functions of slower rates");
    begin_table({"Function", "Every", "First at", "Operations", "Numbers it keeps", "Copies of what it reads",
                 "Outputs"});
    std::size_t number = 1;
    for (const c_source::WrittenTask& task : written_.tasks) {
      std::string outputs;
      for (const c_source::Member& output : task.outputs)
        outputs += (outputs.empty() ? "" : ", ") +
                   code("outputs_" + whole(static_cast<long long>(number)) + "." + output.name);
      row({code(task.function), to_text(task.period) + " s", to_text(task.offset) + " s",
           whole(task.cost.operations), whole(task.kept), whole(task.copied), outputs});
      ++number;
    }
    end_table();
    if (request_.early.empty()) return;
    paragraph(
        "Blocks of slower rates that model_step() computes all the same, as faster blocks need their results "
        "at "
        "their sample hits:");
    list(request_.early);
  }

  void compiler() {
    if (!request_.measures) return;
    const CodeMeasures& measures = *request_.measures;
    heading("Compiled");
    out_ += "<p>" + file_ + " by " + code(measures.compiler) + ":</p>\n";
    begin_table({"", "Bytes"});
    if (measures.code >= 0) row({"Instructions and constants", whole(measures.code)});
    if (measures.data >= 0) row({"Variables", whole(measures.data)});
    if (measures.stack >= 0) row({"Stack, without that of mathematical functions", whole(measures.stack)});
    end_table();
    if (!measures.deepest.empty())
      out_ += "<p>The deepest calls: " + code(join(measures.deepest, " > ")) + ".</p>\n";
  }

  void blocks() {
    heading("Blocks");
    paragraph("Each block, and the lines of " + file_ + " that compute it.");
    std::map<std::string, const BlockLines*> lines;
    for (const BlockLines& block : blocks_) lines[block.path] = &block;
    begin_table({"Block", "Type", "Lines"});
    for (std::size_t k = 0; k < request_.blocks.size(); ++k) {
      const ReportedBlock& block = request_.blocks[k];
      std::string ranges;
      if (const auto found = lines.find(block.path); found != lines.end())
        for (const auto& [first, last] : found->second->ranges)
          ranges += (ranges.empty() ? "" : ", ") + line_link(first) + (last > first ? "–" + whole(last) : "");
      row({"<span id=\"b" + whole(static_cast<long long>(k)) + "\">" + html_text(block.path) + "</span>",
           html_text(block.type), ranges.empty() ? "no code of its own" : ranges});
    }
    end_table();
  }

  void list(const std::vector<std::string>& sentences) {
    out_ += "<ul>\n";
    for (const std::string& sentence : sentences) out_ += "<li>" + html_text(sentence) + "</li>\n";
    out_ += "</ul>\n";
  }
  void left_out() {
    heading("Left out");
    if (request_.reductions.empty() && request_.not_tunable.empty()) return paragraph("Nothing.");
    if (!request_.reductions.empty()) list(request_.reductions);
    if (request_.not_tunable.empty()) return;
    paragraph(
        "Parameters that cannot be set: they decide on sizes or equations, or nothing recorded needs them.");
    list(request_.not_tunable);
  }

  void deviations() {
    heading("Deviations from MISRA C:2012");
    paragraph("What a static check of generated code may find, and no more.");
    begin_table({"Rule", "What the code does"});
    // Texts between backquotes are code; rules are texts, though some look like numbers.
    for (const MisraDeviation& deviation : misra_deviations) {
      std::string what;
      bool quoted = false;
      for (const char letter : deviation.what) {
        if (letter == '`') quoted = !quoted;
        what += letter != '`' ? html_text(std::string_view(&letter, 1)) : quoted ? "<code>" : "</code>";
      }
      row({std::string(deviation.rules), what});
    }
    end_table();
  }

  void listing() {
    const std::vector<std::string> lines = lines_of(source_);
    heading(file_);
    if (lines.size() > most_listed_lines)
      return paragraph("It has " + whole(static_cast<long long>(lines.size())) + " lines; see the file.");
    std::map<int, std::size_t> block_at;  // by line of a comment
    std::map<std::string, std::size_t> index;
    for (std::size_t k = 0; k < request_.blocks.size(); ++k) index[request_.blocks[k].path] = k;
    for (const BlockLines& block : blocks_)
      for (const auto& [first, last] : block.ranges) block_at[first] = index[block.path];
    out_ += "<pre>\n";
    for (std::size_t k = 0; k < lines.size(); ++k) {
      const int number = static_cast<int>(k) + 1;
      const std::string digits = whole(number);
      out_ += "<i id=\"L" + digits + "\">" + std::string(digits.size() < 6 ? 6 - digits.size() : 0, ' ') +
              digits + "</i>  ";
      const auto block = block_at.find(number);
      out_ += block == block_at.end() ? html_text(lines[k])
                                      : "<a href=\"#b" + whole(static_cast<long long>(block->second)) +
                                            "\">" + html_text(lines[k]) + "</a>";
      out_ += '\n';
    }
    out_ += "</pre>\n";
  }

  const CodeReportRequest& request_;
  const c_source::WrittenModel& written_;
  std::string file_, source_, out_;
  std::vector<BlockLines> blocks_;
};

}  // namespace

std::vector<BlockLines> lines_of_blocks(const std::string& text, const std::vector<ReportedBlock>& blocks) {
  std::map<std::string, std::size_t, std::less<>> by_comment;
  std::vector<BlockLines> found(blocks.size());
  for (std::size_t k = 0; k < blocks.size(); ++k) {
    found[k].path = blocks[k].path;
    by_comment.try_emplace(c_source::comment(blocks[k].path), k);
  }
  const std::string shared = c_source::comment("all blocks");
  BlockLines* open = nullptr;
  int number = 0;
  for (const std::string& line : lines_of(text)) {
    ++number;
    if (line.starts_with("}")) open = nullptr;
    const std::string_view words = trimmed(line);
    if (words == shared) open = nullptr;
    if (const auto at = by_comment.find(words); at != by_comment.end() && line.starts_with(" ")) {
      open = &found[at->second];
      open->ranges.emplace_back(number, number);
    } else if (open && words != "}") {
      open->ranges.back().second = number;
    }
  }
  std::erase_if(found, [](const BlockLines& block) { return block.ranges.empty(); });
  return found;
}

CodeSummary code_summary(const c_source::WrittenModel& written) {
  CodeSummary summary;
  const std::string& header = text_of_file(written, "model.h");
  summary.parameter_bytes = size_of_struct(header, "model_parameters");
  summary.model_bytes = size_of_struct(header, "model");
  for (const c_source::KernelCost& cost : written.costs)
    summary.operations += cost.operations * cost.evaluations;
  return summary;
}

std::string code_report(const CodeReportRequest& request) { return Page(request).text(); }

}  // namespace sim
