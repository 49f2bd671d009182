import {
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
} from 'react';
import './fabric.css';
import { atOnce } from '../../model/turns';
import { canvasPng } from '../canvasPng';
import { ChartFrame } from '../ChartFrame';
import { readTheme, watchTheme, type Theme } from '../matrix/theme';
import { useWidth } from '../useSize';
import { FabricCamera, moved, WHOLE, zoomed, type Sight, type Thing } from './camera';
import { drawFabric, hostsShown, placeOf, stepColours, type FabricPicture } from './draw';
import { thingAt, walkFrom } from './find';
import type { FabricMarks } from './marks';
import { cableText, switchText, type FabricWords } from './readout';
import type { Scene } from './scene';
import { FabricStage } from './stage';
import { rank } from './values';

export interface FabricHandle {
  png(heading: { title: string; subtitle: string }): Promise<Blob>;
}

export interface FabricChartProps extends FabricWords {
  /** What is plotted; names the chart for a screen reader. */
  title: string;
  subtitle: string;
  scene: Scene;
  /** One value per directed link. */
  values: Float64Array;
  /** Ends of the scale. */
  domain: readonly [number, number];
  /** Whether the values are differences around 0 rather than amounts from 0. */
  change?: boolean;
  /** Ends of the scale in words; null where the cables show nothing. */
  ends: readonly [string, string] | null;
  /** What is pointed out. */
  marks?: FabricMarks;
  /** What is in sight and pointed at, shared by drawings side by side; else the chart has its own. */
  camera?: FabricCamera;
  /** A click on a switch or a cable, or Enter: what that does is said by `act`. */
  onAct: (thing: Thing) => void;
  act: string;
  height?: number;
}

/** A pointer that moved less than this, in pixels, clicked. */
const CLICK = 4;

/**
 * A fabric with its cables coloured and thickened by a value. Wheel and drag zoom and move. One tab stop; arrow keys walk the
 * switches, `.` and `,` the cables of a switch, plus, minus and 0 zoom, Enter acts, Escape clears.
 */
export function FabricChart(props: FabricChartProps & { ref?: Ref<FabricHandle> }): ReactNode {
  const { title, subtitle, scene, values, domain, change = false, ends, nodeName, ref } = props;
  const { onAct, act, marks = null, height = 340 } = props;
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const above = useRef<HTMLCanvasElement>(null);
  const press = useRef<{ x: number; y: number; sight: Sight; moved: boolean } | null>(null);
  const width = useWidth(frame);
  const [own] = useState(() => new FabricCamera());
  const camera = props.camera ?? own;
  const [theme, setTheme] = useState<Theme | null>(null);

  useEffect(() => {
    const read = () => {
      if (frame.current) setTheme(readTheme(frame.current));
    };
    read();
    // The canvas cannot know a font before it has come.
    void document.fonts.ready.then(read);
    return watchTheme(read);
  }, []);

  const [low, high] = domain;
  const ranked = useMemo(() => rank(scene, values, [low, high]), [scene, values, low, high]);
  const picture = useMemo(
    (): FabricPicture | null =>
      theme && {
        ...{ scene, ranked, change, theme, width, height, nodeName, marks },
        colours: stepColours(theme, change),
      },
    [scene, ranked, change, theme, width, height, nodeName, marks],
  );

  const stage = useRef<FabricStage | null>(null);
  useLayoutEffect(() => {
    if (!canvas.current || !above.current) return;
    const made = new FabricStage(canvas.current, above.current, camera);
    stage.current = made;
    return () => made.stop();
  }, [camera]);
  useLayoutEffect(() => {
    if (picture) stage.current?.show(picture);
  }, [picture, camera]);

  useImperativeHandle(ref, () => ({
    png: (heading) =>
      picture
        ? canvasPng(heading, picture, picture.theme, [
            (context, ratio) => {
              context.scale(ratio, ratio);
              atOnce(drawFabric(context, picture, camera.sight));
            },
          ])
        : Promise.reject(new Error('There is no drawing yet.')),
  }));

  const thing = useSyncExternalStore(camera.subscribe, () => camera.thing);
  const byKey = useSyncExternalStore(camera.subscribe, () => camera.byKey);
  const whole = useSyncExternalStore(
    camera.subscribe,
    () => camera.sight === WHOLE || camera.sight.x1 - camera.sight.x0 >= 1,
  );
  const told =
    thing === null
      ? ''
      : thing.kind === 'cable'
        ? cableText(props, thing.cable)
        : switchText(props, thing.node);

  const at = (event: { clientX: number; clientY: number; currentTarget: Element }) => {
    const box = event.currentTarget.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top] as const;
  };
  const under = (x: number, y: number) => {
    const place = placeOf(camera.sight, width, height);
    return thingAt(scene, place, x, y, hostsShown(scene, place));
  };
  const zoom = (factor: number, x = width / 2, y = height / 2) => {
    const place = placeOf(camera.sight, width, height);
    camera.look(zoomed(camera.sight, place.x0 + x / place.kx, place.y0 + y / place.ky, factor, scene.flat));
  };

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      const before = camera.sight;
      const box = element.getBoundingClientRect();
      const place = placeOf(before, width, height);
      const [x, y] = [event.clientX - box.left, event.clientY - box.top];
      const factor = Math.exp(Math.max(-0.5, Math.min(0.5, event.deltaY * 0.002)));
      camera.look(zoomed(before, place.x0 + x / place.kx, place.y0 + y / place.ky, factor, scene.flat));
      // At the end of the zoom the page scrolls on.
      if (camera.sight.x1 - camera.sight.x0 !== before.x1 - before.x0) event.preventDefault();
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [camera, scene, width, height]);

  const handlers = {
    onPointerDown(event: PointerEvent<HTMLCanvasElement>) {
      if (event.button !== 0) return;
      const [x, y] = at(event);
      event.currentTarget.setPointerCapture(event.pointerId);
      press.current = { x, y, sight: camera.sight, moved: false };
    },
    onPointerMove(event: PointerEvent<HTMLCanvasElement>) {
      const [x, y] = at(event);
      const held = press.current;
      if (!held) return camera.point(under(x, y), false);
      if (!held.moved && Math.hypot(x - held.x, y - held.y) < CLICK) return;
      held.moved = true;
      camera.look(moved(held.sight, (held.x - x) / width, scene.flat ? (held.y - y) / height : 0));
    },
    onPointerUp(event: PointerEvent<HTMLCanvasElement>) {
      const held = press.current;
      press.current = null;
      if (!held || held.moved) return;
      const found = under(...at(event));
      if (found) onAct(found);
    },
    onPointerCancel() {
      press.current = null;
    },
    onPointerLeave() {
      if (!press.current && !camera.byKey) camera.point(null, false);
    },
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (key.startsWith('Arrow') || key === '.' || key === ',') {
      const next = walkFrom(scene, camera.thing, key);
      camera.point(next, true);
      if (next) camera.look(inSight(camera.sight, scene, next));
    } else if (key === '+' || key === '=' || key === '-') {
      const held = camera.thing?.kind === 'switch' ? camera.thing.node : null;
      const place = placeOf(camera.sight, width, height);
      const x = held === null ? width / 2 : ((scene.x[held] ?? 0) - place.x0) * place.kx;
      zoom(key === '-' ? 2 : 0.5, x);
    } else if (key === '0' || key === 'Home') camera.look(WHOLE);
    else if (key === 'Enter' && camera.thing) onAct(camera.thing);
    else if (key === 'Escape') camera.point(null, true);
    else return;
    event.preventDefault();
  };

  const gradient = picture ? `linear-gradient(to right, ${picture.colours.join(', ')})` : 'none';
  return (
    <ChartFrame
      frame={frame}
      label={`${title}, ${subtitle}`}
      help={`Arrow keys walk the switches, full stop and comma the cables of a switch, plus and minus zoom, 0 shows all, Enter: ${act}, Escape clears.`}
      said={byKey ? told : ''}
      onKeyDown={onKeyDown}
      onBlur={() => {
        if (camera.byKey) camera.point(null, false);
      }}
      around={
        <div className="fabric-foot">
          {ends && (
            <span className="fabric-scale">
              {ends[0]}
              <span className="fabric-gradient" style={{ background: gradient }} aria-hidden="true" />
              {ends[1]}
            </span>
          )}
          {!whole && (
            <button type="button" className="button-quiet" onClick={() => camera.look(WHOLE)}>
              Show all
            </button>
          )}
          <span className="fabric-told">{told === '' ? `Click a switch or cable to ${act}.` : told}</span>
        </div>
      }
    >
      <canvas
        ref={canvas}
        className="fabric-canvas"
        style={{ width, height }}
        role="img"
        aria-label={`${title}. ${scene.net.hosts.toLocaleString('en')} hosts, ${scene.net.switches.toLocaleString('en')} switches, ${scene.lower.length.toLocaleString('en')} cables.`}
        {...handlers}
      />
      <canvas ref={above} className="fabric-above" style={{ width, height }} aria-hidden="true" />
    </ChartFrame>
  );
}

/** Moves what is in sight until a switch or cable is in it. */
function inSight(sight: Sight, scene: Scene, thing: Thing): Sight {
  const node = thing.kind === 'switch' ? thing.node : (scene.upper[thing.cable] ?? 0);
  const [x, y] = [scene.x[node] ?? 0, scene.y[node] ?? 0];
  const dx = x < sight.x0 ? x - sight.x0 : x > sight.x1 ? x - sight.x1 : 0;
  const dy = y < sight.y0 ? y - sight.y0 : y > sight.y1 ? y - sight.y1 : 0;
  if (dx === 0 && dy === 0) return sight;
  return { x0: sight.x0 + dx, x1: sight.x1 + dx, y0: sight.y0 + dy, y1: sight.y1 + dy };
}
