#pragma once
// What a backend made of a program's equations, kept for all runs of it, and of the same program with other
// parameters (compile/retune.h). A copy of a program has a place of its own: its equations may be changed.
#include <map>
#include <memory>
#include <mutex>

namespace sim {

class KeptCode {
 public:
  KeptCode() : place_(std::make_shared<Place>()) {}
  KeptCode(const KeptCode&) : KeptCode() {}
  KeptCode& operator=(const KeptCode& other) {
    if (this != &other) place_ = std::make_shared<Place>();
    return *this;
  }
  ~KeptCode() = default;

  // Both programs have the same graph and the same kernels.
  void share(const KeptCode& other) { place_ = other.place_; }

  // What is kept under this number; `make` is asked for a std::shared_ptr<Code> where there is nothing yet.
  // Any thread.
  template <class Code>
  std::shared_ptr<Code> get(int number, auto make) const {
    const std::lock_guard lock(place_->mutex);
    std::shared_ptr<void>& code = place_->kept[number];
    if (!code) code = make();
    return std::static_pointer_cast<Code>(code);
  }

 private:
  struct Place {
    std::mutex mutex;
    std::map<int, std::shared_ptr<void>> kept;
  };
  std::shared_ptr<Place> place_;
};

}  // namespace sim
