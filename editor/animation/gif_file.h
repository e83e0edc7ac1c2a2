#pragma once
// Writes pictures as an animated GIF that repeats. Atomic: the file is replaced when all of it is written.
#include <QImage>
#include <QList>
#include <QSaveFile>
#include <QString>

struct GifFileType;

namespace fluxion {

class GifFile {
 public:
  // Whether this build can write one; it takes giflib.
  static bool isSupported();

  GifFile(const QString& path, QSize size);
  ~GifFile();
  GifFile(const GifFile&) = delete;
  GifFile& operator=(const GifFile&) = delete;

  // `hundredths` of a second until the next. Of the first its most frequent colors become those of all.
  // False: it cannot be written.
  bool add(const QImage& picture, int hundredths);
  // False: nothing was written.
  bool finish();

 private:
  bool begin(const QImage& first);

  QSaveFile m_file;
  const QSize m_size;
  GifFileType* m_gif = nullptr;
  QList<QRgb> m_colors;
};

}  // namespace fluxion
