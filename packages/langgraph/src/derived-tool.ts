/**
 * An object to put something over a tool. What is computed is computed by the tool itself: private
 * fields (`#x`) of its class are on the tool alone.
 */
export function derivedFrom<One extends object>(tool: One): One {
  const derived = Object.create(tool) as One;
  let owner: object | null = tool;
  while (owner !== null && owner !== Object.prototype) {
    const properties = Object.getOwnPropertyDescriptors(owner);
    for (const [key, { get }] of Object.entries(properties)) {
      if (get === undefined || Object.hasOwn(derived, key)) continue;
      Object.defineProperty(derived, key, {
        get: () => Reflect.get(tool, key) as unknown,
        set: (value) => Reflect.set(tool, key, value),
        configurable: true,
      });
    }
    owner = Object.getPrototypeOf(owner) as object | null;
  }
  return derived;
}
