// Search in pages that are opened as files: browsers let these neither fetch the index nor start a worker. The
// index comes as a script (build_handbook.py writes it), and the worker's script runs in a hidden frame.
if (location.protocol === "file:") {
  const here = document.currentScript.src;

  window.__search = {
    index: new Promise((resolve) => {
      const script = document.createElement("script");
      window.__searchIndex = resolve;
      script.src = new URL("../search/search_index.js", here);
      document.head.append(script);
    }),
  };

  window.Worker = class extends EventTarget {
    #waiting = [];
    #frame = document.createElement("iframe");

    constructor(url) {
      super();
      this.#frame.hidden = true;
      this.#frame.addEventListener("load", () => this.#start(url), { once: true });
      document.body.append(this.#frame);
    }

    #start(url) {
      const scope = this.#frame.contentWindow;
      scope.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      const script = scope.document.createElement("script");
      script.src = new URL(url, location.href);
      script.onload = () => {
        const waiting = this.#waiting;
        this.#waiting = null;
        waiting.forEach((data) => this.postMessage(data));
      };
      scope.document.body.append(script);
    }

    postMessage(data) {
      if (this.#waiting) this.#waiting.push(data);
      else this.#frame.contentWindow.dispatchEvent(new MessageEvent("message", { data }));
    }

    terminate() {
      this.#frame.remove();
    }
  };
}
