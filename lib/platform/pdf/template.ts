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
#let has-sections = d.blocks.any(b => b.kind == "section")
#let block-level = if has-sections { 3 } else { 2 }
#show heading.where(level: block-level): it => block(above: 6mm, below: 2.5mm, sticky: true, {
  set text(size: 10.5pt)
  it.body
})
#show heading.where(level: 2): it => if has-sections {
  block(above: 9mm, below: 3mm, sticky: true, width: 100%, stroke: (bottom: 0.9pt + ink), inset: (bottom: 1.6mm), {
    set text(size: 13pt)
    it.body
  })
} else { it }
// A long word of letters without a blank (a number, an address) breaks anywhere rather than running out of its cell.
#let literal(value) = str(value).replace(regex("[!-~]{24,}"), found => found.text.clusters().join("\u{200b}"))
#let lines(value) = str(value).split("\n").map(literal).join(linebreak())

#let mark = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><path d='M2.5 1.5v13M13.5 1.5v13' stroke='#5b6672' stroke-width='1' stroke-linecap='round'/><path fill-rule='evenodd' fill='#1b232c' d='M6 2h4a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V3a1 1 0 0 1 1-1ZM8 4 6 7h4L8 4Zm0 8 2-3H6l2 3Z'/></svg>"
#let cover(c) = {
  grid(
    columns: (auto, 1fr),
    column-gutter: 3mm,
    align: horizon,
    image(bytes(mark), format: "svg", height: 9mm, alt: c.brand),
    text(size: 13pt, weight: "bold", literal(c.brand)),
  )
  v(58mm)
  {
    show heading.where(level: 1): set text(size: 30pt)
    heading(level: 1, d.title)
  }
  if d.at("subject", default: none) != none { v(2mm); text(size: 16pt, lines(d.subject)) }
  v(6mm)
  line(length: 100%, stroke: 0.9pt + ink)
  v(4mm)
  grid(
    columns: (auto, 1fr),
    column-gutter: 8mm,
    row-gutter: 3.5mm,
    ..c.lines.map(l => (text(fill: faint, literal(l.label)), text(size: 10.5pt, lines(l.value)))).flatten(),
  )
  v(10mm)
  set text(size: 12pt)
  set par(leading: 1em, spacing: 1.3em)
  for sentence in c.summary { par(lines(sentence)) }
  pagebreak()
}

#if d.at("cover", default: none) != none { cover(d.cover) } else {
  grid(
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
  v(2mm)
  line(length: 100%, stroke: 0.9pt + ink)
}

#let titled(b) = if b.at("title", default: none) != none { heading(level: block-level, b.title) }

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
      // Many columns stand closer, so that a number or a day is not wider than its column.
      inset: (x: if b.columns.len() > 8 { 1.2mm } else { 2mm }, y: 1.5mm),
      table.header(..b.columns.map(c => literal(c.head))),
      ..b.rows.flatten().map(cell => table.cell(breakable: false, lines(cell))),
      ..b.at("total", default: ()).map(cell => table.cell(
        breakable: false,
        stroke: (top: 0.8pt + ink, bottom: 0.8pt + ink),
        text(weight: "bold", lines(cell)),
      )),
    )
  }
}

#let figure-of(b) = block(breakable: false, width: 100%, {
  image(bytes(b.svg), format: "svg", width: 100%, alt: b.alt)
  if b.at("caption", default: none) != none { text(size: 8pt, fill: faint, literal(b.caption)) }
})

#let half(b) = {
  titled(b)
  if b.kind == "figure" { figure-of(b) } else { for p in b.paragraphs { par(text(fill: faint, lines(p))) } }
}

#let key-figures(b) = block(breakable: false, width: 100%, stroke: (top: 0.6pt + line-ink, bottom: 0.6pt + line-ink), inset: (y: 3mm), grid(
  columns: b.figures.len() * (1fr,),
  stroke: (x, y) => if x > 0 { (left: 0.6pt + line-ink) },
  inset: (x, y) => (left: if x > 0 { 4mm } else { 0mm }, right: 4mm),
  ..b.figures.map(f => {
    set par(leading: 0.5em, spacing: 0.75em)
    par(text(weight: "bold", literal(f.label)))
    par({
      text(size: 20pt, weight: "bold", literal(f.value))
      if f.at("unit", default: none) != none { h(1mm); text(size: 10pt, fill: faint, literal(f.unit)) }
    })
    set text(size: 8pt)
    if f.at("target", default: none) != none { par(lines(f.target)) }
    if f.at("compared", default: none) != none { par(lines(f.compared)) }
    if f.at("definition", default: none) != none { par(text(fill: faint, lines(f.definition))) }
  }),
))

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

#let photos(b) = grid(
  columns: 4 * (1fr,),
  gutter: 4mm,
  ..b.photos.map(p => block(breakable: false, width: 100%, {
    block(width: 100%, height: 32mm, fill: shade, align(center + horizon,
      if p.at("file", default: none) == none { text(size: 8pt, fill: faint, literal(b.missing)) }
      else { image(p.file, width: 100%, height: 100%, fit: "contain", alt: p.alt) }
    ))
    v(1mm, weak: true)
    text(size: 7.5pt, literal(p.caption))
  })),
)

#let draw(b) = {
  if b.kind == "section" { heading(level: 2, b.title) }
  else if b.kind == "signatures" {
    block(above: 6mm, breakable: false, { titled(b); signatures(b) })
  } else if b.kind == "pair" {
    block(breakable: false, above: 5mm, grid(columns: (1fr, 1fr), column-gutter: 8mm, half(b.left), half(b.right)))
  } else {
    titled(b)
    if b.kind == "properties" { properties(b) }
    else if b.kind == "items" { items(b) }
    else if b.kind == "text" { for p in b.paragraphs { par(lines(p)) } }
    else if b.kind == "notes" {
      set text(size: 8pt, fill: faint)
      list(..b.items.map(lines))
    }
    else if b.kind == "photos" { photos(b) }
    else if b.kind == "figures" { key-figures(b) }
    else if b.kind == "figure" { figure-of(b) }
  }
}

// Pages lie upright until a break says otherwise.
#let parts = d.blocks.fold(((turned: false, blocks: ()),), (parts, b) => {
  if b.kind == "break" { parts + ((turned: b.isLandscape, blocks: ()),) } else {
    let last = parts.last()
    parts.slice(0, -1) + ((turned: last.turned, blocks: last.blocks + (b,)),)
  }
})
#for (at, part) in parts.enumerate() {
  if at == 0 { for b in part.blocks { draw(b) } }
  else { page(flipped: part.turned, { for b in part.blocks { draw(b) } }) }
}
`;
