/** A line and what it says; line 0 = the whole file. */
export interface LineNote {
  line: number;
  text: string;
}
