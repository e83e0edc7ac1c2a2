#pragma once
// What is on the canvas, in words: for screen readers, and for who draws lines with the keyboard.
#include <QString>

#include "editor/canvas/diagram_scene.h"

namespace fluxion {

// "Gain block Kp, k = 5, input u from Sine, output y to Scope"; of a line "Line from Sine to Gain"; of a note
// its text. Empty where there is no such element on the level.
QString spokenElement(const DiagramScene& scene, sim::Id element);
// "Kp": the block's name.
QString spokenName(const DiagramScene& scene, sim::Id block);
// "input 2 of Sum", with the port's name where it has one of its own.
QString spokenPort(const DiagramScene& scene, const PortHit& port);
// What is selected: one element, or how many.
QString spokenSelection(const DiagramScene& scene);

}  // namespace fluxion
