import Foundation
import PageServer
import Testing

/// Tests of the document and its data.
struct SessionPageTests {
  @Test func `Every place of the skeleton is filled`() {
    let html = text(of: SessionPage(title: "A title", data: []))
    #expect(html.contains("<title>A title</title>"))
    #expect(!html.contains("{{"))
    #expect(html.contains(PageScript.text))
  }

  @Test func `A title is text, whatever is in it`() {
    let html = text(of: SessionPage(title: #"</title><script>"a"&"#, data: []))
    #expect(html.contains("<title>&lt;/title&gt;&lt;script&gt;&quot;a&quot;&amp;</title>"))
  }

  @Test func `JSON cannot end the element that holds it`() {
    let html = text(
      of: SessionPage(title: "", data: [.json(#"["</script><b>"]"#, id: "report")]))
    #expect(
      html.contains(
        #"<script type="application/json" id="report">["\u003c/script>\u003cb>"]</script>"#))
  }

  @Test func `Bytes are in the document as base64`() {
    let html = text(of: SessionPage(title: "", data: [.bytes([0, 255, 16], id: "log-0")]))
    #expect(html.contains(#"<script type="text/plain" id="log-0">AP8Q</script>"#))
  }

  private func text(of page: SessionPage) -> String { String(decoding: page.html, as: UTF8.self) }
}
