#pragma once
// What is typed to insert a block: words that find its type, and then, if anything, its first parameter:
// "gain 5", "sum +-", "const 3.2", "transfer 1 / s^2+2s+1". Then more parameters by name, or variables of the
// model that these use: "pid P=8 I=2", "gain 1/m, m=2", "gain c=0.5".
#include <QString>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim_core/block/block_library.h"

namespace fluxion {

struct BlockPhrase {
  const sim::BlockType* type = nullptr;
  std::map<std::string, std::string> parameters;      // what was typed for the block
  QString said = {};                                  // the same for people, "Gain = 5"; empty: nothing
  std::map<std::string, std::string> variables = {};  // to be defined with the block, unless they are
};

// Best first. Without a value these are the matches of searchBlocks.
std::vector<BlockPhrase> searchPhrases(const sim::BlockLibrary& library, const QString& text);

// "s^2 + 2*zeta*s + 1" with its coefficients, highest power first: "[1 2*zeta 1]". Nothing where the text is
// no polynomial in this variable, or one of a degree above 20.
std::optional<QString> polynomialCoefficients(const QString& text, QChar variable);

}  // namespace fluxion
