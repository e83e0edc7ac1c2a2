// Sets the formulas of a page, which are written in TeX.
for (const element of document.querySelectorAll(".arithmatex")) {
  const tex = element.textContent.replace(/^\\[([]|\\[)\]]$/g, "");
  katex.render(tex, element, { throwOnError: false });
}
