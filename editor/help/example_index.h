#pragma once
// Which of the examples use a block, found by reading them.
#include <QString>
#include <map>
#include <string>
#include <vector>

namespace fluxion {

struct ExampleUse {
  QString path, title, line;
  int count = 0;       // how many such blocks it has
  QString firstBlock;  // the path of one of them, "Plant/Gain"
};

class ExampleIndex {
 public:
  // Those of a folder as start/examples.h finds them. A file that cannot be read is passed over.
  explicit ExampleIndex(const QString& folder);

  // The smallest models first.
  const std::vector<ExampleUse>& uses(const std::string& type) const;

 private:
  std::map<std::string, std::vector<ExampleUse>> m_uses;
};

}  // namespace fluxion
