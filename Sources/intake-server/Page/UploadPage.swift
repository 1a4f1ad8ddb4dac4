/// The page, in one piece.
enum UploadPage {
  /// With places for a nonce and for the limits.
  static let text = #"""
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Attachments</title>
    <link rel="icon" href="data:,">
    <style nonce="{nonce}">
      body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
      form { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; }
      input[type=file] { max-width: 100%; }
      progress { width: 100%; margin-top: 1rem; }
      .table { overflow-x: auto; }
      table { border-collapse: collapse; width: 100%; }
      th, td { text-align: left; vertical-align: top; padding: .3rem .75rem .3rem 0; border-bottom: 1px solid #8886; }
      td { overflow-wrap: anywhere; }
      td:first-child { min-width: 8rem; }
      .refused { color: light-dark(#a00, #f99); }
    </style>
    </head>
    <body>
    <h1>Attachments</h1>
    <form method="post" action="/attachments" enctype="multipart/form-data">
      <label for="files">Files</label>
      <input id="files" name="files" type="file" multiple required>
      <label><input id="all" type="checkbox"> all or nothing</label>
      <button>Upload</button>
      <button id="cancel" type="button" hidden>Cancel</button>
    </form>
    <p>At most {fileSize} a file, and {requestSize} at once.</p>
    <progress id="bar" max="1" value="0" hidden aria-label="Progress"></progress>
    <p id="state" role="status"></p>
    <div class="table"><table id="outcomes" hidden>
      <thead><tr><th>Name</th><th>Outcome</th><th>Type</th><th>Bytes</th><th>SHA-256 or reason</th></tr></thead>
      <tbody></tbody>
    </table></div>
    <script nonce="{nonce}">
      "use strict";
      const [form, files, all, cancel, bar, state, outcomes] =
        ["form", "#files", "#all", "#cancel", "#bar", "#state", "#outcomes"].map((name) => document.querySelector(name));
      const row = (texts, refused) => {
        const line = outcomes.tBodies[0].insertRow();
        if (refused) line.className = "refused";
        for (const text of texts) line.insertCell().textContent = text;
      };
      const show = (answer) => {
        for (const one of answer.outcomes) {
          row(one.result === "stored"
            ? [one.name, "stored", one.type, one.size, one.sha256]
            : [one.name, "refused", one.code, "", one.message], one.result !== "stored");
        }
        if (answer.error) row(["", "refused", answer.error.code, "", answer.error.message], true);
        outcomes.hidden = false;
      };
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        const token = crypto.getRandomValues(new Uint32Array(4)).join("-");
        const request = new XMLHttpRequest();
        let taken = 0, size = 0, asking = true;
        // What has left the browser, of which the server may have taken less.
        request.upload.addEventListener("progress", (event) => {
          size = event.total;
          bar.value = taken / size;
          state.textContent = `${event.loaded} of ${size} bytes sent, ${taken} taken in`;
        });
        const ask = async () => {
          while (asking) {
            try {
              const answer = await fetch(`/progress/${token}`);
              if (answer.ok) taken = (await answer.json()).bytesTaken;
              if (size > 0 && asking) bar.value = Math.min(1, taken / size);
            } catch { /* The upload itself will tell. */ }
            await new Promise((resume) => setTimeout(resume, 250));
          }
        };
        const end = (text) => {
          asking = false;
          cancel.hidden = bar.hidden = true;
          form.querySelector("button").disabled = false;
          state.textContent = text;
        };
        request.addEventListener("load", () => {
          end(`Done: ${request.status}.`);
          try {
            show(JSON.parse(request.responseText));
          } catch {
            state.textContent = `The answer, ${request.status}, cannot be read.`;
          }
        });
        request.addEventListener("error", () => end("The server cannot be reached, or has ended the connection."));
        request.addEventListener("abort", () => end("Cancelled: nothing of it was kept."));
        cancel.onclick = () => request.abort();
        request.open("POST", `/attachments?progress=${token}&policy=${all.checked ? "all-or-nothing" : "keep"}`);
        outcomes.tBodies[0].replaceChildren();
        outcomes.hidden = true;
        cancel.hidden = bar.hidden = false;
        bar.value = 0;
        form.querySelector("button").disabled = true;
        request.send(new FormData(form));
        ask();
      });
    </script>
    </body>
    </html>

    """#
}
