#include "editor/scopes/figure_form.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFontComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSignalBlocker>
#include <QTableWidget>
#include <array>
#include <cmath>

#include "editor/scopes/measured_plot.h"

namespace fluxion {

using Side = PlotCanvas::Side;

namespace {

struct FigureSize {
  const char* name;
  double width, height;
};
// Columns of IEEE and Elsevier journals are 88 to 90 mm wide, those of Springer 84, pages 174 to 190.
constexpr std::array<FigureSize, 4> sizes{
    {{QT_TRANSLATE_NOOP("fluxion::FigureForm", "One column"), 85, 60},
     {QT_TRANSLATE_NOOP("fluxion::FigureForm", "One column, high"), 85, 100},
     {QT_TRANSLATE_NOOP("fluxion::FigureForm", "Two columns"), 175, 80},
     {QT_TRANSLATE_NOOP("fluxion::FigureForm", "Slide"), 254, 143}}};

QDoubleSpinBox* numberBox(QWidget* parent, const char* name, const QString& spoken, const QString& unit,
                          double least, double most, double step, int decimals) {
  auto* box = new QDoubleSpinBox(parent);
  box->setObjectName(QLatin1String(name));
  box->setAccessibleName(spoken);
  box->setDecimals(decimals);
  box->setRange(least, most);
  box->setSingleStep(step);
  box->setSuffix(QStringLiteral(" ") + unit);
  box->setKeyboardTracking(false);
  return box;
}

// The label belongs to the first of them.
void addRow(QFormLayout& form, const QString& text, std::initializer_list<QWidget*> widgets) {
  auto* row = new QHBoxLayout;
  for (QWidget* widget : widgets) row->addWidget(widget);
  row->addStretch();
  auto* label = new QLabel(text, form.parentWidget());
  label->setBuddy(*widgets.begin());
  form.addRow(label, row);
}

}  // namespace

FigureForm::FigureForm(MeasuredPlot& plot, const AxisTitles& titles, QWidget* parent)
    : QWidget(parent),
      m_plot(plot),
      m_chosen(titles),
      m_sizes(new QComboBox(this)),
      m_legend(new QComboBox(this)),
      m_dashes(new QComboBox(this)),
      m_width(numberBox(this, "figureWidth", tr("Width"), tr("mm"), 20, 500, 5, 1)),
      m_height(numberBox(this, "figureHeight", tr("Height"), tr("mm"), 20, 500, 5, 1)),
      m_font(numberBox(this, "figureFont", tr("Size of the font"), tr("pt"), 4, 36, 0.5, 2)),
      m_line(numberBox(this, "figureLine", tr("Width of lines"), tr("pt"), 0.1, 10, 0.25, 2)),
      m_family(new QFontComboBox(this)),
      m_dpi(new QSpinBox(this)),
      m_axes(new QTableWidget(0, 2, this)),
      m_preview(new QLabel(this)) {
  auto* choices = new QWidget(this);
  auto* form = new QFormLayout(choices);
  form->setContentsMargins(0, 0, 0, 0);
  buildSize(*form);
  buildLook(*form);
  buildTitles();
  form->addRow(tr("&Titles of axes:"), m_axes);
  m_preview->setObjectName(QStringLiteral("figurePreview"));
  m_preview->setAccessibleName(tr("The figure"));
  m_preview->setAlignment(Qt::AlignCenter);
  m_preview->setMinimumSize(360, 240);
  m_preview->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(choices);
  layout->addWidget(m_preview, 1);
  m_later.setSingleShot(true);
  m_later.setInterval(60);
  connect(&m_later, &QTimer::timeout, this, &FigureForm::drawPreview);
  for (QDoubleSpinBox* box : {m_width, m_height, m_font, m_line})
    connect(box, &QDoubleSpinBox::valueChanged, this, &FigureForm::changed);
  for (QComboBox* box : {m_legend, m_dashes, static_cast<QComboBox*>(m_family)})
    connect(box, &QComboBox::currentIndexChanged, this, &FigureForm::changed);
  connect(m_axes, &QTableWidget::itemChanged, this, &FigureForm::changed);
  connect(m_sizes, &QComboBox::activated, this, &FigureForm::chooseSize);
  setSettings(rememberedFigure());
}

void FigureForm::buildSize(QFormLayout& form) {
  m_sizes->setObjectName(QStringLiteral("figureSizes"));
  for (const FigureSize& size : sizes) m_sizes->addItem(tr(size.name));
  m_sizes->addItem(tr("As the plots on the screen"));
  m_sizes->addItem(tr("Other"));
  form.addRow(tr("&Size:"), m_sizes);
  addRow(form, QString(), {m_width, new QLabel(QStringLiteral("×"), this), m_height});
}

void FigureForm::buildLook(QFormLayout& form) {
  m_family->setObjectName(QStringLiteral("figureFamily"));
  m_family->setAccessibleName(tr("Font"));
  m_family->setFontFilters(QFontComboBox::ScalableFonts);
  m_family->setMinimumContentsLength(12);
  m_family->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  m_family->setCurrentFont(m_plot.font());
  addRow(form, tr("Fo&nt:"), {m_family, m_font});
  m_dashes->setObjectName(QStringLiteral("figureDashes"));
  m_dashes->addItem(tr("dashed from the fifth on"),
                    QVariant::fromValue(static_cast<int>(CurveDashes::AfterFour)));
  m_dashes->addItem(tr("each its own dashes"), QVariant::fromValue(static_cast<int>(CurveDashes::Every)));
  m_dashes->addItem(tr("as on the screen"), QVariant::fromValue(static_cast<int>(CurveDashes::AsStyled)));
  m_dashes->setToolTip(
      tr("Colors alone are told apart up to the fourth curve; in grayscale, only dashes are"));
  addRow(form, tr("&Lines:"), {m_line, m_dashes});
  m_legend->setObjectName(QStringLiteral("figureLegend"));
  for (const auto& [text, place] : {std::pair{tr("Above the plot"), LegendPlace::Above},
                                    {tr("At the right of the plot"), LegendPlace::Right},
                                    {tr("Inside, top right"), LegendPlace::TopRight},
                                    {tr("Inside, top left"), LegendPlace::TopLeft},
                                    {tr("Inside, bottom right"), LegendPlace::BottomRight},
                                    {tr("Inside, bottom left"), LegendPlace::BottomLeft},
                                    {tr("None"), LegendPlace::None}})
    m_legend->addItem(text, QVariant::fromValue(static_cast<int>(place)));
  form.addRow(tr("L&egend:"), m_legend);
  m_dpi->setObjectName(QStringLiteral("figureDpi"));
  m_dpi->setRange(72, 1200);
  m_dpi->setSingleStep(50);
  m_dpi->setSuffix(tr(" dots per inch"));
  form.addRow(tr("&Resolution:"), m_dpi);
}

// A row for each axis that has a title.
void FigureForm::buildTitles() {
  const PlotCanvas& canvas = m_plot.canvas();
  if (canvas.axesCount() > 0)
    m_titles.push_back({-1, Side::Left, canvas.horizontal(canvas.axesCount() - 1).label()});
  for (int k = 0; k < canvas.axesCount(); ++k)
    for (const Side side : {Side::Left, Side::Right})
      if (side == Side::Left || canvas.hasCurvesOn(k, side))
        m_titles.push_back({k, side, canvas.vertical(k, side).label()});
  m_axes->setObjectName(QStringLiteral("figureTitles"));
  m_axes->setHorizontalHeaderLabels({tr("Axis"), tr("Title")});
  m_axes->verticalHeader()->hide();
  m_axes->horizontalHeader()->setStretchLastSection(true);
  m_axes->setTabKeyNavigation(false);
  m_axes->setWordWrap(false);
  m_axes->setRowCount(static_cast<int>(m_titles.size()));
  for (int row = 0; row < m_axes->rowCount(); ++row) {
    const Title& title = m_titles[static_cast<std::size_t>(row)];
    const QString axis = title.axes < 0              ? tr("horizontal")
                         : title.side == Side::Right ? tr("plot %1, right").arg(title.axes + 1)
                         : canvas.axesCount() == 1   ? tr("vertical")
                                                     : tr("plot %1").arg(title.axes + 1);
    auto* name = new QTableWidgetItem(axis);
    name->setFlags(Qt::ItemIsEnabled);
    m_axes->setItem(row, 0, name);
    const auto& chosen = title.side == Side::Left ? m_chosen.left : m_chosen.right;
    const auto found = chosen.find(title.axes);
    const QString now = title.axes < 0          ? m_chosen.horizontal
                        : found == chosen.end() ? QString()
                                                : found->second;
    m_axes->setItem(row, 1, new QTableWidgetItem(now.isEmpty() ? title.usual : now));
  }
  m_axes->resizeColumnToContents(0);
  m_axes->setFixedHeight(m_axes->horizontalHeader()->sizeHint().height() + 4 +
                         std::min(3, m_axes->rowCount()) * m_axes->verticalHeader()->defaultSectionSize());
}

void FigureForm::chooseSize(int index) {
  if (index < static_cast<int>(sizes.size())) {
    m_width->setValue(sizes[static_cast<std::size_t>(index)].width);
    m_height->setValue(sizes[static_cast<std::size_t>(index)].height);
  } else if (index == static_cast<int>(sizes.size())) {
    const QSize pixels = m_plot.canvas().size();
    m_width->setValue(pixels.width() * 25.4 / 96);
    m_height->setValue(pixels.height() * 25.4 / 96);
  }
}

FigureSettings FigureForm::settings() const {
  FigureSettings s;
  s.width = m_width->value();
  s.height = m_height->value();
  const QString family = m_family->currentFont().family();
  if (family != m_plot.font().family()) s.family = family;
  s.font = m_font->value();
  s.line = m_line->value();
  s.dpi = m_dpi->value();
  s.legend = static_cast<LegendPlace>(m_legend->currentData().toInt());
  s.dashes = static_cast<CurveDashes>(m_dashes->currentData().toInt());
  return s;
}

void FigureForm::setSettings(const FigureSettings& s) {
  m_width->setValue(s.width);
  m_height->setValue(s.height);
  m_font->setValue(s.font);
  m_line->setValue(s.line);
  m_dpi->setValue(s.dpi);
  if (!s.family.isEmpty()) m_family->setCurrentFont(QFont(s.family));
  m_legend->setCurrentIndex(std::max(0, m_legend->findData(static_cast<int>(s.legend))));
  m_dashes->setCurrentIndex(std::max(0, m_dashes->findData(static_cast<int>(s.dashes))));
  changed();
}

// An empty one is that which the plot has by itself.
AxisTitles FigureForm::titles() const {
  AxisTitles out = m_chosen;  // of plots that are not there too
  for (int row = 0; row < m_axes->rowCount(); ++row) {
    const Title& title = m_titles[static_cast<std::size_t>(row)];
    const QString text = m_axes->item(row, 1)->text().trimmed();
    const QString now = text == title.usual ? QString() : text;
    auto& chosen = title.side == Side::Left ? out.left : out.right;
    if (title.axes < 0)
      out.horizontal = now;
    else if (now.isEmpty())
      chosen.erase(title.axes);
    else
      chosen[title.axes] = now;
  }
  return out;
}

void FigureForm::setOfPixels(bool pixels) { m_dpi->setEnabled(pixels); }

void FigureForm::changed() {
  const auto fits = [this](const FigureSize& s) {
    return s.width == m_width->value() && s.height == m_height->value();
  };
  const auto found = std::find_if(sizes.begin(), sizes.end(), fits);
  m_sizes->setCurrentIndex(found == sizes.end() ? m_sizes->count() - 1
                                                : static_cast<int>(found - sizes.begin()));
  m_later.start();
}

// As large as there is room, sharp on any screen.
void FigureForm::drawPreview() {
  if (!isVisible()) return;
  const FigureSettings wanted = settings();
  const double ratio = m_preview->devicePixelRatioF();
  const QSizeF room = QSizeF(m_preview->size()) * ratio;
  const double dpi = 25.4 * std::min(room.width() / wanted.width, room.height() / wanted.height);
  QPixmap picture = QPixmap::fromImage(figure().image(std::min(dpi, 192 * ratio)));
  picture.setDevicePixelRatio(ratio);
  m_preview->setPixmap(picture);
}

void FigureForm::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  m_later.start();
}

void FigureForm::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  m_later.start();
}

}  // namespace fluxion
