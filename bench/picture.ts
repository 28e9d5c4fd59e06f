export interface Panel {
  title: string;
  /** What is measured, such as “warm”. */
  measure: string;
  /** Ratios to the bare handler's CPU time. */
  bars: { name: string; ratio: number }[];
}

const [WIDTH, MARGIN, GAP, TOP] = [760, 24, 32, 76];
const [BAR, PITCH, HEAD, NAMES, LABEL] = [14, 22, 30, 104, 44];
const PANEL = (WIDTH - 2 * MARGIN - GAP) / 2;

/** A card of its own, because pages show a picture without knowing whether they are dark. */
const STYLE = `
  .card { fill: #ffffff; stroke: #d0d7de }
  text { fill: #1f2328; font: 13px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif }
  .title { font-size: 16px; font-weight: 600 }
  .head, .own { font-weight: 600 }
  .quiet { fill: #59636e }
  .number { font-variant-numeric: tabular-nums }
  rect.bar { fill: #9aa4ae }
  rect.own { fill: #0969da }
  line { stroke: #59636e; stroke-dasharray: 2 3 }
  @media (prefers-color-scheme: dark) {
    .card { fill: #0d1117; stroke: #30363d }
    text { fill: #e6edf3 }
    .quiet { fill: #9198a1 }
    rect.bar { fill: #5d656e }
    rect.own { fill: #388bfd }
    line { stroke: #9198a1 }
  }`;

const shown = (ratio: number): string => ratio.toFixed(2);

/** Draws panels as bars, two in a row. The last bar of each is the service's. A line marks the bare handler's time. */
export function pictureOf(panels: Panel[]): string {
  const longest = Math.max(...panels.flatMap(({ bars }) => bars.map(({ ratio }) => ratio)));
  const scale = (PANEL - NAMES - LABEL) / longest;
  const heightOf = ({ bars }: Panel) => HEAD + bars.length * PITCH;
  const panelHeight = Math.max(...panels.map(heightOf)) + 22;
  const height = TOP + Math.ceil(panels.length / 2) * panelHeight + 2;
  const drawn = panels.map((panel, n) => {
    const [x, y] = [MARGIN + (n % 2) * (PANEL + GAP), TOP + Math.floor(n / 2) * panelHeight];
    const one = NAMES + scale;
    return `<g transform="translate(${x} ${y})">
<text class="head" y="12">${panel.title}<tspan class="quiet" font-weight="400" dx="6">${panel.measure}</tspan></text>
${panel.bars.map((bar, row) => drawnBar(bar, row, { scale, isOwn: row === panel.bars.length - 1 })).join('\n')}
<line x1="${one}" x2="${one}" y1="${HEAD - 5}" y2="${heightOf(panel) - 3}"/>
</g>`;
  });
  const described = panels.map(
    ({ title, measure, bars }) =>
      `${title}, ${measure}: ${bars.map(({ name, ratio }) => `${name} ${shown(ratio)}`).join(', ')}.`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="title description">
<title id="title">CPU time of a call, as a ratio to a bare handler's</title>
<desc id="description">${described.join(' ')}</desc>
<style>${STYLE}
</style>
<rect class="card" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="8"/>
<text class="title" x="${MARGIN}" y="36">CPU time of a call</text>
<text class="quiet" x="${MARGIN}" y="56">Ratio to a bare handler. Shorter is better.</text>
${drawn.join('\n')}
</svg>
`;
}

function drawnBar({ name, ratio }: Panel['bars'][number], row: number, { scale = 0, isOwn = false }): string {
  const [y, width] = [HEAD + row * PITCH, (ratio * scale).toFixed(1)];
  const own = isOwn ? 'own' : '';
  const baseline = y + BAR - 3;
  return `<text class="${own}" x="${NAMES - 8}" y="${baseline}" text-anchor="end">${name}</text>
<rect class="bar ${own}" x="${NAMES}" y="${y}" width="${width}" height="${BAR}" rx="2"/>
<text class="number ${own}" x="${PANEL}" y="${baseline}" text-anchor="end">${shown(ratio)}</text>`;
}
