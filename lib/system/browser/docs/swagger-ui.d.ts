/** A map of Immutable.js, as far as the page uses it. */
interface SwaggerMap {
  readonly size: number;
  get(key: 'operations'): SwaggerMap;
  get(key: 'description'): string;
  getIn(path: string[]): unknown;
  filter(test: (value: SwaggerMap) => boolean): SwaggerMap;
  map(change: (value: SwaggerMap) => SwaggerMap): SwaggerMap;
  update(key: string, change: (value: SwaggerMap) => SwaggerMap): SwaggerMap;
}

/** Swagger UI's plugin interface, as far as the page uses it. */
interface SwaggerSystem {
  React: {
    createElement: (type: unknown, properties: object | null, ...children: unknown[]) => object;
    Fragment: object;
    useState: (initial: boolean) => [boolean, (value: boolean) => void];
  };
  layoutActions: {
    updateFilter: (filter: string) => void;
    show: (thing: string[], isShown: boolean) => void;
  };
  specSelectors: { specJson: () => { toJS: () => import('./operations.js').OpenApi } };
}

/** The global that swagger-ui-bundle.js defines. */
declare function SwaggerUIBundle(options: Record<string, unknown>): { getSystem: () => SwaggerSystem };
