#pragma once
// What the declarations of planar components share.
#include <string>

#include "plugins/planar/rows.h"
#include "sim_core/block/builder.h"

namespace sim::planar {

inline BlockTypeBuilder& begin(BlockTypeBuilder& b, const char* id, const char* label) {
  return b.id(std::string("planar/") + id).label(label).category("Planar").size(60, 60);
}

struct Ports {
  Terminal a, b;
  Ends ends(Equations& e) const { return {a, b, e.frame(a), e.frame(b)}; }
};
inline Ports two_frames(BlockTypeBuilder& b) {
  return {b.planar("A", PortSide::Left, FrameRole::Takes, "the frame that is counted from"),
          b.planar("B", PortSide::Right, FrameRole::Takes, "the frame that moves")};
}

inline Param length(BlockTypeBuilder& b, const char* name, const char* label, const char* text) {
  return b.real(name, label, text).unit("m").scalar();
}
inline Param angle(BlockTypeBuilder& b, const char* name, const char* label, const char* text) {
  return b.real(name, label, text).unit("rad").scalar();
}

// What the animation draws between the two frames.
inline void draws(BlockTypeBuilder& b, SceneKind kind, Ports p) {
  b.scene([=](const ParameterValues&) {
    return kind == SceneKind::Pin ? SceneShape{kind, {p.b}, {}} : SceneShape{kind, {p.a, p.b}, {}};
  });
}

// Joints show what they know where that is wanted.
inline Param senses(BlockTypeBuilder& b, const std::vector<PortSpec>& ports) {
  const Param flag = b.flag("Sense", "Show motion and reaction", false)
                         .doc("Adds outputs: how B stands and moves relative to A, and what acts on B.");
  b.outputs([flag, ports](const ParameterValues& v) {
    return v.of(flag).number() != 0 ? ports : std::vector<PortSpec>{};
  });
  return flag;
}

}  // namespace sim::planar
