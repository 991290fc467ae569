import ComposableArchitecture
import Foundation
import FoundationNetworking
import NetworkDependencies

/// A feature that requests pages of a server.
@Reducer
struct PageReader {
  @Recordable
  struct State: Equatable {
    var texts: [String] = []
  }

  @Recordable
  enum Action: Equatable {
    case load(String)
    case publish(String, text: String)
    case send(String)
    case download(String)
    case startTask(String)
    case loaded(String)
  }

  /// A mistake in a later version of the feature.
  enum Mistake {
    case path, method, body, header, credentials, twice
  }

  var mistake: Mistake?
  @Dependency(\.urlSession) var urlSession

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .load(let address): return load(address)
      case .publish(let address, let text): return publish(address, text)
      case .send(let address): return sendRequest(address)
      case .download(let address):
        return .run { send in
          _ = try? await urlSession.download(from: url(address))
          await send(.loaded("downloaded"))
        }
      case .startTask(let address):
        return .run { send in
          // The tests don't need the response.
          urlSession.dataTask(with: url(address)).cancel()
          await send(.loaded("started"))
        }
      case .loaded(let text):
        state.texts.append(text)
        return .none
      }
    }
  }

  private func load(_ address: String) -> Effect<Action> {
    .run { [urlSession] send in
      let url = url(mistake == .path ? address + "s" : address)
      let (data, response) = try await urlSession.data(from: url)
      if mistake == .twice { _ = try await urlSession.data(from: url) }
      let http = response as? HTTPURLResponse
      let kind = http?.value(forHTTPHeaderField: "X-Kind") ?? ""
      let path = response.url?.path ?? ""
      await send(
        .loaded(
          "\(http?.statusCode ?? 0) \(kind) \(path): \(String(decoding: data, as: UTF8.self))"))
    } catch: { error, send in
      await send(.loaded("failed \((error as? URLError)?.code.rawValue ?? 0)"))
    }
  }

  private func publish(_ address: String, _ text: String) -> Effect<Action> {
    .run { send in
      var request = URLRequest(url: url(address))
      request.httpMethod = mistake == .method ? "PUT" : "POST"
      let body = Data((mistake == .body ? "" : text).utf8)
      let (data, _) = try await urlSession.upload(for: request, from: body)
      await send(.loaded(String(decoding: data, as: UTF8.self)))
    }
  }

  private func sendRequest(_ address: String) -> Effect<Action> {
    .run { send in
      var request = URLRequest(url: url(address))
      request.setValue(
        mistake == .header ? "text/html" : "text/plain", forHTTPHeaderField: "Accept")
      if mistake != .credentials {
        request.setValue("Bearer hunter2", forHTTPHeaderField: "Authorization")
      }
      let (data, _) = try await urlSession.data(for: request)
      await send(.loaded(String(decoding: data, as: UTF8.self)))
    }
  }
}

private func url(_ address: String) -> URL {
  URL(string: address) ?? URL(filePath: "/")
}
