import { type ComponentType, createElement, useEffect, useState } from 'react';

export type OnDemandOptions<Props> = {
  load: () => Promise<ComponentType<Props>>;
  /** What stands there meanwhile; nothing unless told. */
  meanwhile?: ComponentType<Props>;
};

/**
 * A part of a screen whose code is loaded when it is first drawn. A load that fails never takes the screen with it:
 * the part stays away, and the app offers to reload.
 */
export function onDemand<Props extends object>({ load, meanwhile }: OnDemandOptions<Props>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function OnDemand(props: Props) {
    const [part, setPart] = useState(() => loaded);
    useEffect(() => {
      if (part !== undefined) return;
      let isWanted = true;
      load().then(
        (component) => {
          loaded = component;
          if (isWanted) setPart(() => component);
        },
        () => undefined,
      );
      return () => {
        isWanted = false;
      };
    }, [part]);
    const drawn = part ?? meanwhile;
    return drawn === undefined ? null : createElement(drawn, props);
  };
}
