extension EvidencePage {
  /// What the page needs besides the style sheet of the matrix.
  ///
  /// Where a table has no room, each of its rows becomes a block, and each cell says what it is.
  static let styleSheet = """
    body { max-width: 76rem; margin: 0 auto; padding: 1.5rem; }
    header, section { overflow-wrap: anywhere; } section h3 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
    .doubt, .doubt.overall { color: var(--doubt); } ul.reasons { margin: .3rem 0; padding-left: 1.2rem; }
    dl.facts dt { font-weight: 600; } table.rows thead th { overflow-wrap: normal; }
    table.rows tbody th { min-width: 8.5rem; }
    ul.tiles { display: flex; flex-wrap: wrap; gap: .6rem; list-style: none; padding: 0; margin: .5rem 0 1rem; }
    ul.tiles li { border: 1px solid var(--line); border-radius: .4rem; padding: .4rem .8rem; }
    ul.tiles strong { font-size: 1.2rem; }
    .charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: 1.5rem; }
    figure { margin: 0; } figcaption { font-weight: 600; margin-bottom: .4rem; }
    ul.chart { list-style: none; margin: 0; padding: 0; } ul.chart li { margin-bottom: .45rem; }
    ul.chart svg { display: block; width: 100%; height: .6rem; margin-top: .15rem; }
    svg .track { fill: var(--line); opacity: .45; } svg .bar { fill: var(--good); }
    @media (max-width: 62rem) {
      body { padding: 1rem; } dl, dl.facts { grid-template-columns: 1fr; } dd { margin-bottom: .4rem; } dt { font-weight: 600; }
      table.list, table.list tbody, table.list tr, table.list td, table.rows, table.rows tbody, table.rows tr,
      table.rows td, table.rows th, table.unmatched, table.unmatched tbody, table.unmatched tr,
      table.unmatched td { display: block; width: auto; }
      table.list thead, table.rows thead, table.unmatched thead { display: none; }
      table.list tr, table.rows tbody, table.unmatched tr { border: 1px solid var(--line); margin-bottom: .8rem; }
      table.list td, table.rows td, table.rows th, table.unmatched td { border: 0; padding: .25rem .6rem; }
      td[data-title]::before { content: attr(data-title) ": "; font-weight: 600; }
      table.rows td:nth-child(2)::before { content: "Declared: "; font-weight: 600; }
      table.rows td:nth-child(3)::before { content: "Expected: "; font-weight: 600; }
      table.rows td:nth-child(4)::before { content: "Automated: "; font-weight: 600; }
      table.rows td:nth-child(5)::before { content: "Synthetic replay: "; font-weight: 600; }
      table.rows td:nth-child(6)::before { content: "Manual: "; font-weight: 600; }
      table.rows td:nth-child(7)::before { content: "Device: "; font-weight: 600; }
      table.rows td:nth-child(8)::before { content: "Verdict: "; font-weight: 600; }
      table.list td:empty { display: none; }
      table.list td.number { text-align: left; }
    }
    @media (max-width: 30rem) {
      table.totals { font-size: .68rem; }
      table.totals th, table.totals td { padding: .15rem; overflow-wrap: normal; }
    }
    @media (max-width: 24rem) { table.totals { font-size: .6rem; } }
    """
}
