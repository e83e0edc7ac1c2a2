#include "app/cli/commands.h"

#include <cstdio>

#include "app/cli/messages.h"
#include "app/cli/model_source.h"
#include "sim_core/base/text.h"
#include "sim_core/model_run/model_run.h"
#include "sim_core/reports/info.h"
#include "sim_core/reports/jacobian_report.h"

namespace fluxion {

static constexpr OptionSpec setOption{
    "--set", "NAME=EXPR",
    "give a model variable, or a block's parameter (Block/path.parameter=EXPR), another value"};
static constexpr OptionSpec inputOption{
    "--input", "NAME=EXPR|FILE",
    "give an input of the model (a top-level Inport) an expression of t, or the table in a CSV or MAT file"};
// What a model may do besides reading and writing below its own folder.
static constexpr OptionSpec trustOption{
    "--trust", "", "let the model read, write and replace any file, and exchange signals"};
static constexpr OptionSpec readOption{"--allow-read", "DIR", "let the model read files in this folder"};
static constexpr OptionSpec writeOption{"--allow-write", "DIR", "let the model write files in this folder"};
static constexpr OptionSpec exchangeOption{"--allow-exchange", "",
                                           "let the model exchange signals by UDP and serial lines"};
static constexpr OptionSpec memoryOption{
    "--memory", "SIZE", "let the model take so much memory, such as 4GB; 1GB without this option"};
static constexpr OptionSpec configOption{"--config", "KEY=VALUE",
                                         "give a setting of the model another value"};

// Whether --input gives the model's inputs values, or is an option of the command's own.
enum class ModelInputs { AreGiven, AreSignals };

// With those of all commands that compile a model.
static std::vector<OptionSpec> withModelOptions(std::vector<OptionSpec> options,
                                                ModelInputs inputs = ModelInputs::AreGiven) {
  options.push_back(setOption);
  if (inputs == ModelInputs::AreGiven) options.push_back(inputOption);
  const OptionSpec others[] = {
      configOption, trustOption, readOption, memoryOption, {"--quiet", "", "print errors and warnings only"}};
  options.insert(options.end(), std::begin(others), std::end(others));
  return options;
}

std::span<const Command> allCommands() {
  static const std::vector<Command> commands{
      {{"run",
        "simulate a model",
        {setOption,
         inputOption,
         configOption,
         {"--out", "FILE",
          "write what the model records: FILE.csv or FILE.mat, - is CSV on the standard output; FILE.flxrun "
          "keeps "
          "the run"},
         {"--variables", "FILE.mat", "write what To Variable blocks recorded"},
         {"--stats", "FILE.json",
          "write what the run cost and what happened in it; - is the standard output"},
         {"--save", "FILE.json", "write the operating point at the end, from which another run can go on"},
         {"--from", "FILE.json", "begin at an operating point that --save wrote"},
         {"--profile", "", "measure what takes the time, and print what stands out"},
         {"--strict", "", "warnings count as errors"},
         trustOption,
         readOption,
         writeOption,
         exchangeOption,
         memoryOption,
         {"--quiet", "", "print errors and warnings only"}}},
       runCommand},
      {{"info",
        "say what the compiler made of a model",
        {setOption,
         inputOption,
         configOption,
         {"--jacobian", "", "only the Jacobian that implicit solvers use: pattern, groups, methods and why"},
         {"--json", "", "write JSON, with every detail"},
         trustOption,
         readOption,
         memoryOption}},
       infoCommand},
      {{"lint",
        "report everything that is wrong with a model, without running it",
        {setOption,
         inputOption,
         configOption,
         {"--strict", "", "warnings count as errors"},
         trustOption,
         readOption,
         memoryOption}},
       lintCommand},
      {{"linearize", "write a model near points of its run as linear systems",
        withModelOptions(
            {{"--input", "SIGNAL",
              "an input: the name of a signal, or Block/path:1 for an output of a block; NAME=EXPR|FILE "
              "gives an input of the model what it is during the run"},
             {"--output", "SIGNAL", "an output"},
             {"--loop-transfer", "SIGNAL", "cut here: from behind the cut to what comes back"},
             {"--sensitivity", "SIGNAL", "an input here, and the signal behind it as output"},
             {"--complementary-sensitivity", "SIGNAL", "an input here, and the signal before it as output"},
             {"--open-input", "SIGNAL", "an input in place of what arrives here"},
             {"--open-output", "SIGNAL", "an output, cut behind it"},
             {"--break", "SIGNAL", "cut here"},
             {"--at", "TIMES", "seconds, such as 0,5,10; the start without this option"},
             {"--when", "TRIGGER",
              "where a signal crosses a value or a block has an event: 'y = 3', 'y rising 3', 'event Block'"},
             {"--most", "N", "how many instants of a trigger; 100 without this option"},
             {"--point", "FILE.json", "at an operating point that run --save wrote"},
             {"--sample-time", "SECONDS",
              "a discrete model of this sample time, exact over all sample hits; 0: the shortest possible"},
             {"--rate-conversion", "METHOD",
              "at any --sample-time: zoh, tustin or matched, from the model's own sample times"},
             {"--pade", "ORDER", "replace delays by Pade approximations of this order"},
             {"--reduce", "", "leave out states that no input reaches or no output depends on"},
             {"--minimal", "", "minimal realization: leave out what cancels too"},
             {"--balanced", "ORDER", "balanced truncation to so many states; 0: as many as matter"},
             {"--estimate", "",
              "measure frequency responses instead: the model runs, and is driven at its inputs"},
             {"--frequencies", "LIST", "with --estimate, in rad/s: 1:1000 or 1,5,20"},
             {"--count", "N", "of a range, or of those chosen by the linear model; 30 without this option"},
             {"--excitation", "KIND", "sines, one a run; sweep or noise: all frequencies in one run"},
             {"--amplitude", "A", "of what is added; a hundredth of the input's value without this option"},
             {"--settle", "N", "periods before anything is measured; 4 without this option"},
             {"--settle-time", "SECONDS", "likewise, at least so long"},
             {"--periods", "N", "that are measured; 4 without this option"},
             {"--agreement", "PART", "measure on until periods differ by no more than this; 1e-3"},
             {"--most-periods", "N", "but no more than so many; 200 without this option"},
             {"--round-periods", "SECONDS", "periods are multiples of this, the period of a switch"},
             {"--jobs", "N", "threads; one for each processor without this option"},
             {"--out", "FILE", "write FILE.mat, FILE.json or FILE.csv; - is JSON on the standard output"}},
            ModelInputs::AreSignals)},
       linearizeCommand},
      {{"trim", "find an operating point with given properties, such as a state of rest",
        withModelOptions(
            {{"--known", "NAME=VALUE",
              "a state, input or output that has this value; other inputs and outputs are free"},
             {"--guess", "NAME=VALUE", "where the search begins; without it where the model begins"},
             {"--bounds", "NAME=LOW..HIGH", "a state, input or output within these bounds"},
             {"--not-steady", "STATE", "a state whose derivative need not be 0"},
             {"--input", "SIGNAL",
              "an input, in place of the model's; NAME=EXPR|FILE gives an input of the model"},
             {"--output", "SIGNAL", "an output, in place of the model's"},
             {"--at", "TIME", "begin where a run is then"},
             {"--point", "FILE.json", "begin at an operating point that was saved"},
             {"--save", "FILE.json", "write the operating point, for run --from and linearize --point"},
             {"--plain", "", "ask nothing but what the options say, whatever the model has"},
             {"--out", "FILE.flx", "write the model with what is asked, for the next time"},
             {"--vary", "NAME=VALUES",
              "an operating point for each of these values, 1, 2, 4 or 0:0.5:2, and each combination"},
             {"--table", "FILE.csv", "where they are written; - is the standard output"}},
            ModelInputs::AreSignals)},
       trimCommand},
      {{"tune", "find the gains of a PID controller for a response time and a phase margin",
        withModelOptions(
            {{"--block", "PATH", "the controller; may be left out where the model has one"},
             {"--kind", "KIND", "PID, PI, PD, P or I; as the block is without this option"},
             {"--response-time", "SECONDS", "how fast: the crossover is 2 rad over this"},
             {"--crossover", "FREQUENCY", "the same, as the gain crossover in rad/s"},
             {"--phase-margin", "DEGREES", "how robust; 60 without this option"},
             {"--at", "TIME", "the plant is as it is then in a run; at the start without this option"},
             {"--point", "FILE.json", "the plant is as it is at an operating point that was saved"},
             {"--json", "FILE", "write gains and margins exactly; - is the standard output"},
             {"--out", "FILE.flx", "write the model with the gains"}})},
       tuneCommand},
      {{"estimate", "find the parameters with which a model does what was measured",
        withModelOptions(
            {{"--data", "FILE",
              "a table (CSV, MAT) or a kept run (.flxrun) with the time, signals of the model and what its "
              "inputs were; may be given many times"},
             {"--parameter", "NAME=LOW..START..HIGH",
              "a variable, or Block/path.parameter, to be found; bounds and start may be left out"},
             {"--json", "FILE",
              "write values, intervals, correlations and residuals exactly; - is the standard output"},
             {"--out", "FILE.flx", "write the model with the values"}})},
       estimateCommand},
      {{"optimize", "find the parameters with which a model keeps goals on its signals",
        withModelOptions(
            {{"--goal", "TEXT",
              "a limit, a bound or what is to be minimized, such as \"y: overshoot <= 5\"; may be given many "
              "times; those of the model without this option"},
             {"--case", "VALUES",
              "other values of the model, \"mass = 1.2; c = 0.5\", with which goals are to be kept too; may "
              "be "
              "given many times"},
             {"--parameter", "NAME=LOW..START..HIGH",
              "a variable, or Block/path.parameter, to be varied; bounds and start may be left out; those of "
              "the model without this option"},
             {"--runs", "NUMBER",
              "how many runs it may take; 200 for each parameter and one without this option"},
             {"--json", "FILE", "write values, goals and steps exactly; - is the standard output"},
             {"--out", "FILE.flx", "write the model with the values and the goals"}})},
       optimizeCommand},
      {{"generate", "write a model as C source",
        withModelOptions(
            {{"--out", "FOLDER", "where to write it; made if it is not there"},
             {"--subsystem", "PATH", "only this subsystem: its inputs and outputs are those of the code"},
             {"--target", "NAME",
              "c: C source (the default); shared: a shared library besides; plugin: a plug-in block"},
             {"--precision", "NAME", "of the numbers: double (the default) or float"},
             {"--tasks", "NAME",
              "step functions: single (the default) or per-rate, one for each sample rate"},
             {"--measure", "",
              "compile the code by $CC, and say in the report how large it is and how much stack it "
              "takes"}})},
       generateCommand},
      {{"import",
        "open models of other tools, and say what became of each block",
        {{"--out", "FOLDER", "write each as a model, FOLDER/NAME.flx; the folder is made if it is not there"},
         {"--report", "FILE.json", "write what became of each block of each file; - is the standard output"},
         setOption,
         {"--strict", "", "status 1 where a block is not exact, or a name has no value"},
         {"--corpus", "", "import all files below a folder, and print statistics"},
         {"--quiet", "", "print errors only"}},
        "FILE...",
        true,
        false,
        1},
       importCommand},
      {{"edit",
        "change a model by the edits of the window, in the order of the options, and write it",
        {{"--new", "", "begin with an empty model"},
         {"--add", "TYPE:PATH", "add a block, such as Gain:Plant/K; the subsystem it goes into is there"},
         {"--connect", "A.1:B.2",
          "draw a line from an output to an input, by number or name; without one, the first that is free"},
         {"--disconnect", "A.1:B.2", "remove a line"},
         {"--set", "NAME=EXPR",
          "give a variable, or a block's parameter (Block/path.parameter=EXPR), another value"},
         {"--variable", "NAME=EXPR", "the same, of a variable that is added where it is not there"},
         configOption,
         {"--remove", "PATH", "remove a block with its lines, or a variable"},
         {"--rename", "PATH=NAME", "give a block another name"},
         {"--log", "A.1=NAME", "record the signal of an output, under this name"},
         {"--arrange", "", "lay out all blocks again; without this option where blocks were added"},
         {"--keep-places", "", "leave all blocks where they are"},
         {"--out", "FILE.flx", "write this file; without this option, the model's own"},
         {"--quiet", "", "print errors and warnings only"}}},
       editCommand},
      {{"blocks",
        "list the block types, or say everything about one: ports, parameters, choices, defaults, units",
        {{"--json", "", "write JSON"}, {"--built-in", "", "leave out the blocks of plug-ins"}},
        "[TYPE]",
        false,
        true},
       blocksCommand},
      {{"study",
        "make the runs of a study, and write their results as a table",
        {{"--jobs", "N", "how many threads; one for each processor without this option"},
         {"--shard", "K/N", "only the K-th of N parts, into a table of its own"},
         {"--merge", "N", "make no runs, but one table of those of N shards"},
         {"--statistics", "",
          "make no runs, but print statistics and sensitivities of the table that is there"},
         {"--json", "", "print them as JSON"},
         memoryOption,
         {"--quiet", "", "print errors and warnings only"}},
        "STUDY.flxstudy"},
       studyCommand},
      {{"serve",
        "let other programs load, change and run models over a socket, until Ctrl-C",
        {{"--socket", "PATH", "listen on a Unix socket at this path, for programs of the same user"},
         {"--tcp", "HOST:PORT",
          "listen on a port, for who knows the token; PORT alone is of this machine only"},
         {"--token-file", "FILE", "the token, in a file that only you may read"},
         trustOption,
         readOption,
         writeOption,
         exchangeOption,
         memoryOption,
         {"--quiet", "", "print errors and warnings only"}},
        ""},
       serveCommand},
      {{"compare",
        "say whether runs are within tolerances of a baseline; status 1 if not",
        {{"--abs", "NUMBER", "absolute tolerance, in each signal's unit"},
         {"--rel", "NUMBER", "relative tolerance, of the baseline's magnitude; the larger of the two counts"},
         {"--time", "SECONDS", "how far earlier or later the baseline may have the value"},
         {"--signal", "NAME=TOLERANCE", "tolerances of one signal: 0.1, or abs=0.1,rel=0.01,time=1e-3"},
         {"--report", "FILE.html", "write the verdicts as a page"},
         {"--quiet", "", "print errors only"}},
        "BASELINE RUN...",
        true},
       compareCommand},
      {{"reference",
        "write the reference of all blocks and settings as pages of Markdown",
        {{"--out", "FOLDER", "where the pages go; older ones there are replaced"},
         {"--built-in", "", "leave out the blocks of plug-ins"}},
        ""},
       referenceCommand},
  };
  return commands;
}

static int print(const std::string& text) {
  return std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0 ? ModelError : Success;
}

int infoCommand(const Arguments& arguments) {
  const auto model = prepareModel(arguments);
  if (!model) return ModelError;
  const ModelSource& source = model->source;
  const sim::ModelRun& run = *model->run;
  if (arguments.has("--jacobian")) {
    const sim::JacobianReport report = sim::jacobian_report(run);
    return print(arguments.has("--json") ? sim::jacobian_json(report)
                                         : source.file + ": " + sim::jacobian_text(report));
  }
  return print(arguments.has("--json") ? sim::info_json(run) : source.file + ": " + sim::info_text(run));
}

int lintCommand(const Arguments& arguments) {
  sim::Diagnostics found;
  const auto collect = [&](const sim::Diagnostics& more) {
    found.insert(found.end(), more.begin(), more.end());
  };
  const auto source = openModel(arguments);
  collect(source ? source->warnings : source.errors());
  if (source) {
    // Blocks that drive nothing are checked too, though no run needs them.
    sim::Diagram whole = source->diagram;
    whole.settings["BlockReduction"] = "off";
    const auto run = sim::ModelRun::prepare(whole, source->library);
    collect(run ? (*run)->warnings() : run.errors());
  }
  report(arguments.model, found);
  const bool failed = sim::has_errors(found) || (arguments.has("--strict") && !found.empty());
  if (found.empty()) std::printf("%s: nothing to report\n", arguments.model.c_str());
  return failed ? ModelError : Success;
}

}  // namespace fluxion
