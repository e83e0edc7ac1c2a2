#pragma once
// Lets sim::Id travel through signals. Qt 6.4 streams an enumeration as its underlying type, and has no
// stream operator for std::uint64_t where that is unsigned long; these are chosen instead. Include it in
// every header that has an Id in a signal.
#include <QDataStream>

#include "sim_core/base/id.h"

namespace sim {

inline QDataStream& operator<<(QDataStream& stream, const Id& id) {
  return stream << static_cast<quint64>(to_number(id));
}
inline QDataStream& operator>>(QDataStream& stream, Id& id) {
  quint64 number = 0;
  stream >> number;
  id = Id{number};
  return stream;
}

}  // namespace sim
