// Pictures and GIFs of an animation.
#include <QBuffer>
#include <QCoreApplication>
#include <QPainter>
#include <QProgressDialog>
#include <QSaveFile>
#include <QSvgGenerator>
#include <cmath>

#include "editor/animation/animation_dock.h"
#include "editor/animation/gif_file.h"

namespace fluxion {

static QString notWritten(const QString& path) {
  return AnimationDock::tr("“%1” cannot be written: check the folder and the free space").arg(path);
}

QString AnimationDock::writePicture(const QString& path, QSize size) const {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  if (path.endsWith(QLatin1String(".svg"))) {
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(size);
    generator.setViewBox(QRect(QPoint(), size));
    generator.setTitle(tr("Animation"));
    QPainter painter(&generator);
    m_view->paintInto(painter, QRectF(QPointF(), size), m_view->time());
  } else if (!m_view->picture(size, m_view->time(), 2).save(&buffer, "PNG")) {
    return notWritten(path);
  }
  QSaveFile file(path);
  const bool fine = file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit();
  return fine ? QString() : notWritten(path);
}

bool AnimationDock::writeGif(const QString& path, QSize size, QString& problem) {
  constexpr int hundredths = 4, most = 1500;  // 25 pictures a second, a minute
  const auto span = recorded();
  if (!span) return false;
  const double length = (span->second - span->first) / speed(),
               wanted = std::ceil(length * 100 / hundredths) + 1;
  if (wanted > most) {
    problem = tr("At this speed the GIF lasts %1 s and has %2 pictures, more than %3: choose a higher speed.")
                  .arg(length, 0, 'g', 4)
                  .arg(wanted, 0, 'f', 0)
                  .arg(most);
    return false;
  }
  const int pictures = static_cast<int>(wanted);
  QProgressDialog progress(tr("Writing the GIF..."), tr("Cancel"), 0, pictures, this);
  progress.setWindowModality(Qt::WindowModal);
  progress.setMinimumDuration(500);
  GifFile file(path, size);
  for (int k = 0; k < pictures; ++k) {
    const double time = std::min(span->second, span->first + k * hundredths / 100.0 * speed());
    if (!file.add(m_view->picture(size, time), hundredths)) {
      problem = notWritten(path);
      return false;
    }
    progress.setValue(k + 1);
    if (progress.wasCanceled()) return false;
  }
  if (file.finish()) return true;
  problem = notWritten(path);
  return false;
}

}  // namespace fluxion
