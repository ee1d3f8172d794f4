/**
 * How a document looks, in Typst: A4, head, blocks, page x of y. It is ours and never changes with the data: what is printed
 * comes in as one JSON text of `sys.inputs` and is put out as text, so that `#`, `*`, `$` and `[` are letters. Colours are those
 * of ink: greys, and no state by colour alone.
 */
export const PAPER_TEMPLATE = String.raw`
#let d = json(bytes(sys.inputs.paper))
#let zh = d.language == "zh-CN"
#let ink = rgb("#1b232c")
#let faint = rgb("#5b6672")
#let line-ink = rgb("#c3cad2")
#let shade = rgb("#f1f4f7")
#let page-label(n, all) = sys.inputs.page.replace("{page}", str(n)).replace("{pages}", str(all))

#set document(
  title: d.title + if d.at("subject", default: none) != none { " " + d.subject } else { "" },
  date: auto,
)
#set text(
  font: ("Noto Sans SC", "Noto Emoji"),
  size: 9pt,
  lang: if zh { "zh" } else { "en" },
  region: if zh { "cn" } else { "gb" },
  fill: ink,
  fallback: false,
)
#set par(leading: 0.6em, justify: false)
#set page(
  paper: "a4",
  margin: (x: 18mm, top: 16mm, bottom: 18mm),
  footer: context {
    set text(size: 7.5pt, fill: faint)
    grid(
      columns: (1fr, auto),
      column-gutter: 8mm,
      d.at("foot", default: none),
      page-label(counter(page).get().first(), counter(page).final().first()),
    )
  },
)
#show heading: set text(font: "Noto Sans SC", weight: "bold")
#show heading.where(level: 1): set text(size: 17pt)
#show heading.where(level: 2): it => block(above: 6mm, below: 2.5mm, sticky: true, {
  set text(size: 10.5pt)
  it.body
})
// A long word of letters without a blank (a number, an address) breaks anywhere rather than running out of its cell.
#let literal(value) = str(value).replace(regex("[!-~]{24,}"), found => found.text.clusters().join("\u{200b}"))
#let lines(value) = str(value).split("\n").map(literal).join(linebreak())

#grid(
  columns: (1fr, auto),
  column-gutter: 8mm,
  align: (start + bottom, end + bottom),
  {
    heading(level: 1, d.title)
    if d.at("subject", default: none) != none { v(1mm); text(size: 11pt, lines(d.subject)) }
  },
  {
    set text(size: 8pt, fill: faint)
    d.marks.map(literal).join(linebreak())
  },
)
#v(2mm)
#line(length: 100%, stroke: 0.9pt + ink)

#let titled(b) = if b.at("title", default: none) != none { heading(level: 2, b.title) }

#let properties(b) = {
  let cells = b.rows.map(row => (text(fill: faint, literal(row.label)), lines(row.value))).flatten()
  set table(stroke: (x, y) => (bottom: 0.4pt + line-ink), inset: (x: 2mm, y: 1.6mm))
  show table.cell: set block(breakable: false)
  if b.columns == 2 {
    table(columns: (auto, 1fr, auto, 1fr), align: start + horizon, ..cells, ..if calc.odd(b.rows.len()) { ([], []) } else { () })
  } else {
    table(columns: (auto, 1fr), align: start + horizon, ..cells)
  }
}

#let items(b) = {
  let aligns = b.columns.map(c => if c.align == "end" { end } else if c.align == "center" { center } else { start })
  if b.rows.len() == 0 {
    text(fill: faint, literal(b.at("empty", default: "--")))
  } else {
    show table.cell: set block(breakable: false)
    show table.cell.where(y: 0): set text(weight: "bold", size: 8.5pt)
    table(
      columns: b.columns.map(c => if c.at("share", default: none) == none { auto } else { c.share * 1fr }),
      align: (x, y) => aligns.at(x) + horizon,
      stroke: (x, y) => (bottom: if y == 0 { 0.8pt + ink } else { 0.4pt + line-ink }),
      fill: (x, y) => if y == 0 { shade },
      inset: (x: 2mm, y: 1.5mm),
      table.header(..b.columns.map(c => literal(c.head))),
      ..b.rows.flatten().map(cell => table.cell(breakable: false, lines(cell))),
    )
  }
}

#let signatures(b) = block(breakable: false, grid(
  columns: calc.min(b.slots.len(), 2) * (1fr,),
  gutter: 6mm,
  ..b.slots.map(slot => {
    text(fill: faint, literal(slot.label))
    v(1mm, weak: true)
    // Where nobody signed no line stands that waits for a signature.
    if slot.at("strokes", default: none) != none {
      block(width: 100%, height: 24mm, stroke: (bottom: 0.6pt + ink), align(bottom + start,
        image(bytes(slot.strokes), format: "svg", height: 22mm, width: 100%, fit: "contain", alt: slot.at("alt", default: slot.name))
      ))
    }
    block(above: 2mm, {
      literal(slot.name)
      if slot.at("at", default: none) != none { linebreak(); text(size: 8pt, fill: faint, literal(slot.at)) }
    })
  }),
))

#for b in d.blocks {
  if b.kind == "signatures" {
    block(above: 6mm, breakable: false, { titled(b); signatures(b) })
  } else {
    titled(b)
    if b.kind == "properties" { properties(b) }
    else if b.kind == "items" { items(b) }
    else if b.kind == "text" { for p in b.paragraphs { par(lines(p)) } }
    else if b.kind == "notes" {
      set text(size: 8pt, fill: faint)
      list(..b.items.map(lines))
    }
    else if b.kind == "figure" {
      block(breakable: false, {
        image(bytes(b.svg), format: "svg", width: 100%, alt: b.alt)
        if b.at("caption", default: none) != none { text(size: 8pt, fill: faint, literal(b.caption)) }
      })
    }
  }
}
`;
