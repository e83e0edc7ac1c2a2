#include "editor/animation/gif_file.h"

#ifdef FLUXION_GIF
#include <gif_lib.h>

#include <QHash>
#include <algorithm>
#include <memory>
#endif

namespace fluxion {

GifFile::GifFile(const QString& path, QSize size) : m_file(path), m_size(size) {}

#ifdef FLUXION_GIF

namespace {

constexpr int colorCount = 256;

int write(GifFileType* gif, const GifByteType* bytes, int count) {
  return static_cast<int>(
      static_cast<QSaveFile*>(gif->UserData)->write(reinterpret_cast<const char*>(bytes), count));
}

// The most frequent colors, at most colorCount.
QList<QRgb> colorsOf(const QImage& picture) {
  QHash<QRgb, int> counts;
  for (int y = 0; y < picture.height(); ++y) {
    const auto* line = reinterpret_cast<const QRgb*>(picture.constScanLine(y));
    for (int x = 0; x < picture.width(); ++x) ++counts[line[x] | 0xff000000];
  }
  QList<QRgb> colors = counts.keys();
  std::sort(colors.begin(), colors.end(),
            [&](QRgb a, QRgb b) { return counts[a] != counts[b] ? counts[a] > counts[b] : a < b; });
  if (colors.size() > colorCount) colors.resize(colorCount);
  return colors;
}

}  // namespace

bool GifFile::isSupported() { return true; }

GifFile::~GifFile() {
  int error = 0;
  if (m_gif) EGifCloseFile(m_gif, &error);
}

bool GifFile::begin(const QImage& first) {
  if (!m_file.open(QIODevice::WriteOnly)) return false;
  m_colors = colorsOf(first);
  int error = 0;
  m_gif = EGifOpen(&m_file, write, &error);
  if (!m_gif) return false;
  EGifSetGifVersion(m_gif, true);
  const std::unique_ptr<ColorMapObject, void (*)(ColorMapObject*)> map(GifMakeMapObject(colorCount, nullptr),
                                                                       GifFreeMapObject);
  if (!map) return false;
  for (int k = 0; k < m_colors.size(); ++k)
    map->Colors[k] = {static_cast<GifByteType>(qRed(m_colors[k])),
                      static_cast<GifByteType>(qGreen(m_colors[k])),
                      static_cast<GifByteType>(qBlue(m_colors[k]))};
  const unsigned char repeat[] = {1, 0, 0};
  return EGifPutScreenDesc(m_gif, m_size.width(), m_size.height(), 8, 0, map.get()) == GIF_OK &&
         EGifPutExtensionLeader(m_gif, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
         EGifPutExtensionBlock(m_gif, 11, "NETSCAPE2.0") == GIF_OK &&
         EGifPutExtensionBlock(m_gif, 3, repeat) == GIF_OK && EGifPutExtensionTrailer(m_gif) == GIF_OK;
}

bool GifFile::add(const QImage& picture, int hundredths) {
  const QImage plain = picture.convertToFormat(QImage::Format_RGB32);
  if (plain.size() != m_size || (!m_gif && !begin(plain))) return false;
  const QImage indexed = plain.convertToFormat(QImage::Format_Indexed8, m_colors, Qt::ThresholdDither);
  const GraphicsControlBlock control{DISPOSE_DO_NOT, false, hundredths, NO_TRANSPARENT_COLOR};
  GifByteType bytes[4];
  EGifGCBToExtension(&control, bytes);
  bool fine = EGifPutExtension(m_gif, GRAPHICS_EXT_FUNC_CODE, sizeof bytes, bytes) == GIF_OK &&
              EGifPutImageDesc(m_gif, 0, 0, m_size.width(), m_size.height(), false, nullptr) == GIF_OK;
  for (int y = 0; fine && y < m_size.height(); ++y)
    fine = EGifPutLine(m_gif, const_cast<GifByteType*>(indexed.constScanLine(y)), m_size.width()) == GIF_OK;
  return fine;
}

bool GifFile::finish() {
  int error = 0;
  if (!m_gif) return false;
  const bool closed = EGifCloseFile(m_gif, &error) == GIF_OK;
  m_gif = nullptr;
  return closed && m_file.commit();
}

#else

bool GifFile::isSupported() { return false; }
GifFile::~GifFile() = default;
bool GifFile::add(const QImage&, int) { return false; }
bool GifFile::finish() { return false; }

#endif

}  // namespace fluxion
