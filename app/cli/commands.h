#pragma once
// The commands of fluxion-cli. Each returns the exit status of the program.
#include <span>

#include "app/cli/arguments.h"

namespace fluxion {

struct Command {
  CommandSpec spec;
  int (*run)(const Arguments&);
};

// In the order of --help.
std::span<const Command> allCommands();

int runCommand(const Arguments& arguments);
int infoCommand(const Arguments& arguments);
int lintCommand(const Arguments& arguments);
int linearizeCommand(const Arguments& arguments);
int trimCommand(const Arguments& arguments);
int tuneCommand(const Arguments& arguments);
int estimateCommand(const Arguments& arguments);
int optimizeCommand(const Arguments& arguments);
int generateCommand(const Arguments& arguments);
int importCommand(const Arguments& arguments);
int editCommand(const Arguments& arguments);
int blocksCommand(const Arguments& arguments);
int studyCommand(const Arguments& arguments);
int serveCommand(const Arguments& arguments);
int compareCommand(const Arguments& arguments);
int referenceCommand(const Arguments& arguments);

}  // namespace fluxion
