/**
 * The cells of one line of a CSV file with commas, without blanks around them. A cell in double quotes may hold commas
 * and doubled quotes (RFC 4180), but no line end; a quote that is not closed reaches to the end of the line.
 */
export function csvCells(line: string): string[] {
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    const first = line.charAt(at);
    if (first === '"') {
      let text = '';
      for (at++; at < line.length; at++) {
        if (line[at] !== '"') text += line[at];
        else if (line[at + 1] === '"') text += line[++at];
        else break;
      }
      cells.push(text.trim());
      const comma = line.indexOf(',', at);
      if (comma < 0) return cells;
      at = comma + 1;
    } else {
      const comma = line.indexOf(',', at);
      cells.push(line.slice(at, comma < 0 ? undefined : comma).trim());
      if (comma < 0) return cells;
      at = comma + 1;
    }
  }
}
