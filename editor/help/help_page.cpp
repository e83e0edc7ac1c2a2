#include "editor/help/help_page.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QUrl>
#include <algorithm>

#include "editor/help/doc_html.h"
#include "editor/help/help_sections.h"

namespace fluxion {

static QString tr(const char* text) { return QCoreApplication::translate("BlockHelp", text); }
static QString html(const std::string& text) { return QString::fromStdString(text).toHtmlEscaped(); }

static QString link(const QString& url, const QString& text) {
  return QStringLiteral("<a href=\"%1\">%2</a>").arg(url.toHtmlEscaped(), text);
}
static QString blockLink(const sim::BlockType& type) {
  return link(QStringLiteral("block:") + html(type.id), html(type.label));
}

static QString styled(const QString& body, const Theme& theme) {
  return QStringLiteral(
             "<html><head><style>a { color: %1; text-decoration: none } h1 { font-size: x-large } h3 { "
             "margin-top: 18px; margin-bottom: 6px }</style></head><body>%2</body></html>")
      .arg(theme.selection.name(), body);
}

static QString exampleUrl(const ExampleUse& use) {
  QUrl url;
  url.setScheme(QStringLiteral("example"));
  url.setPath(use.path);
  url.setFragment(use.firstBlock);
  return url.toString(QUrl::FullyEncoded);
}

static QString examplesHtml(const sim::BlockType& type, const ExampleIndex& examples) {
  constexpr std::size_t most = 4;
  const auto& uses = examples.uses(type.id);
  QString list;
  for (std::size_t k = 0; k < std::min(most, uses.size()); ++k)
    list += QStringLiteral("<li>%1 – %2</li>")
                .arg(link(exampleUrl(uses[k]), uses[k].title.toHtmlEscaped()), uses[k].line.toHtmlEscaped());
  const QString id = html(type.id);
  list += QStringLiteral("<li>%1</li>")
              .arg(link(QStringLiteral("insert:") + id, tr("Insert this block into the diagram")));
  return headingHtml(tr("Example")) + QStringLiteral("<ul>%1</ul>").arg(list);
}

static QString neighborsHtml(const sim::BlockType& type, const sim::BlockLibrary& library) {
  QStringList links;
  for (const sim::BlockType* other : library.all())
    if (other->category == type.category && other->id != type.id) links += blockLink(*other);
  if (links.isEmpty()) return {};
  return headingHtml(tr("See also")) + QStringLiteral("<p>%1</p>").arg(links.join(QStringLiteral(" · ")));
}

QString blockHelpPage(const sim::BlockType& type, const sim::BlockLibrary& library,
                      const ExampleIndex& examples, const Theme& theme) {
  const BlockDoc doc = readBlockDoc(type.doc);
  const QString hint = theme.hint.name();
  QString page = QStringLiteral(
                     "<table cellspacing=\"0\" width=\"99%\"><tr><td width=\"104\" style=\"vertical-align: "
                     "middle\"><img src=\"icon:%1\"/></td><td style=\"vertical-align: middle\"><h1>%2</h1>"
                     "<p style=\"color: %3\">%4 · <code>%1</code></p></td></tr></table><p>%5</p>%6")
                     .arg(html(type.id), html(type.label), hint,
                          link(QStringLiteral("category:") + html(type.category), html(type.category)),
                          inlineHtml(doc.summary), doc.html);
  page += portsHtml(type, library, theme) + parametersHtml(type, library, theme) +
          behaviorHtml(type, library, theme) + examplesHtml(type, examples) + neighborsHtml(type, library);
  if (!type.keywords.empty()) {
    QStringList names;
    for (const std::string& keyword : type.keywords) names += html(keyword);
    page += QStringLiteral("<p style=\"color: %1\">%2 %3</p>")
                .arg(hint, tr("Also found as:"), names.join(QStringLiteral(", ")));
  }
  if (!type.plugin.empty())
    page +=
        QStringLiteral("<p style=\"color: %1\">%2</p>")
            .arg(hint, tr("From the plug-in %1.")
                           .arg(QFileInfo(QString::fromStdString(type.plugin)).fileName().toHtmlEscaped()));
  return styled(page, theme);
}

QString blockIndexPage(const sim::BlockLibrary& library, const Theme& theme, const QString& category) {
  std::vector<std::pair<std::string, std::vector<const sim::BlockType*>>> sections;
  for (const sim::BlockType* type : library.all()) {
    if (!category.isEmpty() && QString::fromStdString(type->category) != category) continue;
    auto it = std::find_if(sections.begin(), sections.end(),
                           [&](const auto& section) { return section.first == type->category; });
    if (it == sections.end()) it = sections.insert(sections.end(), {type->category, {}});
    it->second.push_back(type);
  }
  QString page =
      category.isEmpty()
          ? QStringLiteral("<h1>%1</h1><p>%2</p>")
                .arg(tr("Block Reference"),
                     tr("Every block there is, with what it computes. F1 on a block opens its page."))
          : QStringLiteral("<p>%1</p>").arg(link(QStringLiteral("index:"), tr("All blocks")));
  for (const auto& [name, types] : sections) {
    page += QStringLiteral("<h2>%1</h2>").arg(html(name));
    std::vector<QStringList> rows;
    for (const sim::BlockType* type : types)
      rows.push_back({QStringLiteral("<img src=\"icon:%1#small\"/>").arg(html(type->id)), blockLink(*type),
                      inlineHtml(readBlockDoc(type->doc).summary)});
    page += QStringLiteral("<table cellspacing=\"0\">");
    for (const QStringList& row : rows)
      page += QStringLiteral(
                  "<tr><td style=\"padding: 2px 10px 2px 2px; vertical-align: middle\">%1</td><td "
                  "style=\"padding: 2px 14px 2px 2px; vertical-align: middle\">%2</td><td "
                  "style=\"padding: 2px; vertical-align: middle\">%3</td></tr>")
                  .arg(row[0], row[1], row[2]);
    page += QStringLiteral("</table>");
  }
  return styled(page, theme);
}

}  // namespace fluxion
