#pragma once
// An icon of resources/icons: one line drawing in the color of the palette's text, sharp at every size.
#include <QIcon>
#include <QString>

namespace fluxion {

QIcon lineIcon(const QString& name);

}  // namespace fluxion
