#include "editor/overlays/hover_cards.h"

#include <QHelpEvent>
#include <QToolTip>

#include "editor/canvas/block_item.h"
#include "editor/canvas/diagram_view.h"
#include "editor/canvas/line_item.h"
#include "editor/document/diagram_document.h"
#include "editor/overlays/fact_display.h"
#include "editor/overlays/finding_badges.h"

namespace fluxion {

static QString html(const std::string& text) { return QString::fromStdString(text).toHtmlEscaped(); }

static QString row(const QString& name, const QString& value) {
  return QStringLiteral("<tr><td>%1&nbsp;&nbsp;</td><td><b>%2</b></td></tr>").arg(name, value);
}

static QString table(const QString& rows) {
  return rows.isEmpty() ? QString() : QStringLiteral("<table>%1</table>").arg(rows);
}

// The first sentence, without the marks of Markdown.
static QString firstSentence(const std::string& doc) {
  QString text = QString::fromStdString(doc).section(u'\n', 0, 0);
  if (const qsizetype end = text.indexOf(QStringLiteral(". ")); end > 0) text.truncate(end + 1);
  return text.remove(u'*').remove(u'`').toHtmlEscaped();
}

HoverCards::HoverCards(DiagramScene& scene, DiagramView& view, FactDisplay& facts, FindingBadges& badges,
                       QObject* parent)
    : QObject(parent), m_scene(scene), m_view(view), m_facts(facts), m_badges(badges) {
  view.viewport()->installEventFilter(this);
  connect(&facts.inquiry(), &FactsInquiry::changed, this, &HoverCards::refresh);
}

QString HoverCards::blockCard(sim::Id id) const {
  const sim::Block* block = m_scene.document().block(id);
  if (!block) return {};
  const sim::BlockType* type = m_scene.document().typeOf(id);
  QString card = QStringLiteral("<b>%1</b>").arg(html(block->name));
  if (!type)
    return card + QStringLiteral("<br>") + tr("The type %1 is not known here.").arg(html(block->type));
  const bool described = block->mask && !block->mask->description.empty();
  card += QStringLiteral(" – %1<br>%2")
              .arg(html(type->label), firstSentence(described ? block->mask->description : type->doc));
  QString rows;
  int shown = 0;
  constexpr int enough = 8, widest = 60;
  if (block->mask)
    for (const sim::MaskParameter& parameter : block->mask->parameters)
      if (++shown <= enough)
        rows += row(html(parameter.label.empty() ? parameter.name : parameter.label),
                    QString::fromStdString(parameter.expression).left(widest).toHtmlEscaped());
  for (const sim::ParameterSpec& spec : type->parameters) {
    const auto own = block->parameters.find(spec.name);
    if (own == block->parameters.end() || own->second == spec.default_text || ++shown > enough) continue;
    QString value = QString::fromStdString(own->second);
    if (value.size() > widest) value = value.left(widest) + u'…';
    rows += row(html(spec.label.empty() ? spec.name : spec.label), value.toHtmlEscaped());
  }
  if (shown > enough) rows += row(tr("and %1 more").arg(shown - enough), {});
  if (const auto facts = m_facts.inquiry().facts(); facts && !m_facts.inquiry().isStale())
    if (const BlockFacts* known = facts->block(id)) {
      rows += row(tr("Sample time"),
                  known->hybrid ? tr("hybrid") : QString::fromStdString(sim::to_text(known->sampleTime)));
      if (known->order > 0) rows += row(tr("Computed as number"), QString::number(known->order));
    }
  return card + table(rows) + m_badges.text(id);
}

QString HoverCards::signalRows(const std::optional<sim::PortRef>& output,
                               const std::optional<sim::PortRef>& input) const {
  QString rows;
  const auto facts = m_facts.inquiry().facts();
  const SignalFacts* known = !facts   ? nullptr
                             : output ? facts->output(*output)
                             : input  ? facts->input(*input)
                                      : nullptr;
  if (!known && facts && input) known = facts->input(*input);
  if (known) {
    rows += row(tr("Dimensions"), html(sim::to_text(known->shape)));
    rows += row(tr("Type"), typeText(known->type));
    if (!known->unit.empty()) rows += row(tr("Unit"), html(known->unit));
    if (output) rows += row(tr("Sample time"), html(sim::to_text(known->sampleTime)));
    if (m_facts.inquiry().isStale()) rows += row(tr("(before the last change)"), {});
  }
  if (!output) return table(rows);
  const auto values = m_facts.values();
  if (!values) return table(rows + row(tr("Value"), tr("none: no run yet")));
  const QString text = values->text(*output);
  if (!values->isKnown(*output) || (text.isEmpty() && !values->time().isEmpty()))
    return table(rows) + tr("<i>Its value is not known: the last run did not compute it.</i>");
  return table(rows + row(tr("Value"), values->time().isEmpty()
                                           ? tr("none yet")
                                           : tr("%1 at t = %2 s").arg(text, values->time())));
}

QString HoverCards::portCard(const PortHit& port) const {
  const sim::Block* block = m_scene.document().block(port.port.block);
  if (!block) return {};
  const bool conserving = port.port.kind == sim::PortKind::Conserving;
  const QString what = conserving ? tr("Port") : port.input ? tr("Input") : tr("Output");
  QString card =
      QStringLiteral("%1 %2 <b>%3</b> – %4")
          .arg(what, QString::number(port.port.port + 1), port.place.name.toHtmlEscaped(), html(block->name));
  if (!port.place.doc.isEmpty()) card += QStringLiteral("<br>") + port.place.doc.toHtmlEscaped();
  if (conserving) return card;
  if (!port.input) return card + signalRows(port.port, std::nullopt);
  const std::vector<sim::Id> lines = m_scene.wiring().linesAt(port.port, true);
  const sim::Line* line = lines.empty() ? nullptr : m_scene.document().line(lines.front());
  if (!line) card += QStringLiteral("<br><i>%1</i>").arg(tr("Nothing is connected to it."));
  return card + signalRows(line ? line->source : std::nullopt, port.port);
}

QString HoverCards::lineCard(sim::Id id) const {
  DiagramDocument& document = m_scene.document();
  const sim::Line* line = document.line(id);
  if (!line || line->conserving()) return {};
  const auto name = [&](const std::optional<sim::PortRef>& end) {
    const sim::Block* block = end ? document.block(end->block) : nullptr;
    return block ? html(block->name) : tr("(not connected)");
  };
  QString card;
  if (const sim::Block* source = line->source ? document.block(line->source->block) : nullptr)
    if (const auto named = source->signal_names.find(line->source->port); named != source->signal_names.end())
      card = QStringLiteral("<b>%1</b>: ").arg(html(named->second));
  card += QStringLiteral("%1 → %2").arg(name(line->source), name(line->target));
  return card + signalRows(line->source, line->target);
}

QString HoverCards::cardAt(QPointF at) const {
  constexpr double pixels = 8;
  const double tolerance = pixels / m_view.zoom();
  if (const sim::Id badge = m_badges.badgeAt(at); badge != sim::no_id) return m_badges.text(badge);
  if (const auto port = m_scene.level().portAt(at, tolerance)) return portCard(*port);
  if (const BlockItem* block = m_scene.level().blockAt(at)) return blockCard(block->id());
  if (const LineItem* line = m_scene.level().lineAt(at, tolerance / 2)) return lineCard(line->id());
  return {};
}

bool HoverCards::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QObject::eventFilter(watched, event);
  const auto& help = static_cast<const QHelpEvent&>(*event);
  show(help.pos(), help.globalPos());
  return true;
}

void HoverCards::show(QPoint viewPosition, QPoint globalPosition) {
  m_viewPosition = viewPosition;
  m_globalPosition = globalPosition;
  const QString card = cardAt(m_view.mapToScene(viewPosition));
  if (card.isEmpty()) return QToolTip::hideText();
  m_facts.inquiry().askOnce();
  QToolTip::showText(globalPosition, QStringLiteral("<qt>%1</qt>").arg(card), m_view.viewport());
}

// What is known comes later than the card.
void HoverCards::refresh() {
  if (QToolTip::isVisible() && m_view.viewport()->underMouse() && !m_facts.inquiry().isStale())
    show(m_viewPosition, m_globalPosition);
}

}  // namespace fluxion
