import { assigned } from '../../conditions/variables';
import type { Evidence, Origin } from '../../model/vocabulary';
import { KEY } from '../../model/vocabulary';
import type { EnvironmentChange } from './environment';
import { countHosts } from './jobLines';
import type { FoundValue } from './runConditions';

/** What variables say of a run. */
export interface VariableSettings {
  conditions: Map<string, FoundValue>;
  evidence: Evidence[];
}

/** The conditions and the evidence that an assignment is, added to those before. */
export function addAssignment(
  into: VariableSettings,
  [name, value]: readonly [string, string],
  origin: Origin,
  line: number,
  evidence: boolean,
): void {
  const said = assigned(name, value);
  if (said?.kind === 'condition') into.conditions.set(said.key, { value: said.value, origin, line });
  else if (said?.kind === 'hosts') {
    const nodes = countHosts(said.list);
    if (nodes !== null) into.conditions.set(KEY.nodes, { value: String(nodes), origin, line });
  } else if (said && evidence)
    into.evidence.push({ kind: 'assignment', key: said.key, text: said.text, line });
}

/** The variables that are set at a place of a log: each holds until it is changed or taken away. */
export class EnvironmentInForce {
  private readonly variables = new Map<string, { value: string; line: number; command: boolean }>();

  /** Takes note of a change; true when it may matter to a run. */
  apply({ name, value, command }: EnvironmentChange, line: number): boolean {
    if (value === null) return this.variables.delete(name);
    this.variables.delete(name);
    if (assigned(name, value) === null) return false;
    this.variables.set(name, { value, line, command });
    return true;
  }

  /** What is in force, without the variables that a command takes away from its program. */
  settings(without: readonly string[]): VariableSettings {
    const into: VariableSettings = { conditions: new Map(), evidence: [] };
    for (const [name, { value, line, command }] of this.variables)
      if (!without.includes(name)) addAssignment(into, [name, value], 'environment', line, command);
    return into;
  }
}
