/** All names of a union, in the order given: what is missing does not compile. */
export function allOf<Name extends string>(names: Readonly<Record<Name, true>>): readonly Name[] {
  return Object.keys(names) as Name[];
}
