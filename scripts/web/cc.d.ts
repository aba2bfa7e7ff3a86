// What the example for Cocos Creator uses of the engine, for its types: `npm_test.sh`.
declare module "cc" {
  export class Component {}
  export class Label extends Component {
    string: string;
  }
  export const _decorator: {
    ccclass(name: string): (made: Function) => void;
    property: { (target: object, name: string): void; (type: Function): (target: object, name: string) => void };
  };
}
declare module "cc/env" {
  export const WECHAT: boolean;
}
