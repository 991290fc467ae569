#if !canImport(SwiftUI)
  /// An animation, which feature code may name where there is no interface to animate.
  ///
  /// <!-- context: action -->
  ///     case .saveTapped:
  ///       return .send(.saved, animation: .easeOut(duration: 0.2))
  public struct Animation: Hashable, Sendable {
    private let name: String
    private let parameters: [Double]

    private init(_ name: String, _ parameters: Double...) {
      self.name = name
      self.parameters = parameters
    }

    /// The default animation.
    public static let `default` = Self("default")
    /// An animation of constant speed.
    public static let linear = Self("linear")
    /// An animation that starts slowly.
    public static let easeIn = Self("easeIn")
    /// An animation that ends slowly.
    public static let easeOut = Self("easeOut")
    /// An animation that starts and ends slowly.
    public static let easeInOut = Self("easeInOut")
    /// A spring.
    public static let spring = Self("spring")
    /// A spring that bounces.
    public static let bouncy = Self("bouncy")
    /// A spring that does not bounce.
    public static let smooth = Self("smooth")
    /// A spring that bounces a little.
    public static let snappy = Self("snappy")
    /// A spring that adds to the movement under way.
    public static let interpolatingSpring = Self("interpolatingSpring")
    /// A spring that follows what a person does.
    public static let interactiveSpring = Self("interactiveSpring")

    /// An animation of constant speed that takes a number of seconds.
    public static func linear(duration: Double) -> Self { Self("linear", duration) }
    /// An animation that starts slowly and takes a number of seconds.
    public static func easeIn(duration: Double) -> Self { Self("easeIn", duration) }
    /// An animation that ends slowly and takes a number of seconds.
    public static func easeOut(duration: Double) -> Self { Self("easeOut", duration) }
    /// An animation that starts and ends slowly and takes a number of seconds.
    public static func easeInOut(duration: Double) -> Self { Self("easeInOut", duration) }

    /// A spring.
    public static func spring(
      response: Double = 0.5, dampingFraction: Double = 0.825, blendDuration: Double = 0
    ) -> Self {
      Self("spring", response, dampingFraction, blendDuration)
    }

    // Not as good as the one above, so that '.spring()' is that one.
    /// A spring.
    @_disfavoredOverload
    public static func spring(
      duration: Double = 0.5, bounce: Double = 0, blendDuration: Double = 0
    ) -> Self {
      Self("spring(duration)", duration, bounce, blendDuration)
    }

    /// A spring that bounces.
    public static func bouncy(duration: Double = 0.5, extraBounce: Double = 0) -> Self {
      Self("bouncy", duration, extraBounce)
    }

    /// A spring that does not bounce.
    public static func smooth(duration: Double = 0.5, extraBounce: Double = 0) -> Self {
      Self("smooth", duration, extraBounce)
    }

    /// A spring that bounces a little.
    public static func snappy(duration: Double = 0.5, extraBounce: Double = 0) -> Self {
      Self("snappy", duration, extraBounce)
    }

    /// A spring that follows what a person does.
    public static func interactiveSpring(
      response: Double = 0.15, dampingFraction: Double = 0.86, blendDuration: Double = 0.25
    ) -> Self {
      Self("interactiveSpring", response, dampingFraction, blendDuration)
    }

    /// A spring that follows what a person does.
    @_disfavoredOverload
    public static func interactiveSpring(
      duration: Double = 0.15, extraBounce: Double = 0, blendDuration: Double = 0.25
    ) -> Self {
      Self("interactiveSpring(duration)", duration, extraBounce, blendDuration)
    }

    /// A spring that adds to the movement under way.
    public static func interpolatingSpring(
      duration: Double = 0.5, bounce: Double = 0, initialVelocity: Double = 0
    ) -> Self {
      Self("interpolatingSpring(duration)", duration, bounce, initialVelocity)
    }

    /// An animation whose speed follows a curve with two control points.
    public static func timingCurve(
      _ firstX: Double, _ firstY: Double, _ secondX: Double, _ secondY: Double,
      duration: Double = 0.35
    ) -> Self {
      Self("timingCurve", firstX, firstY, secondX, secondY, duration)
    }

    /// A spring that adds to the movement under way.
    public static func interpolatingSpring(
      mass: Double = 1, stiffness: Double, damping: Double, initialVelocity: Double = 0
    ) -> Self {
      Self("interpolatingSpring", mass, stiffness, damping, initialVelocity)
    }

    /// The animation, after a number of seconds.
    public func delay(_ delay: Double) -> Self { Self("\(self).delay", delay) }
    /// The animation at another speed.
    public func speed(_ speed: Double) -> Self { Self("\(self).speed", speed) }
    /// The animation a number of times.
    public func repeatCount(_ count: Int, autoreverses: Bool = true) -> Self {
      Self("\(self).repeatCount", Double(count), autoreverses ? 1 : 0)
    }
    /// The animation without end.
    public func repeatForever(autoreverses: Bool = true) -> Self {
      Self("\(self).repeatForever", autoreverses ? 1 : 0)
    }
  }

  /// A transaction, which feature code may name where there is no interface to animate.
  ///
  /// <!-- context: action -->
  ///     case .saveTapped:
  ///       return .send(.saved).transaction(Transaction(animation: .spring))
  public struct Transaction: Hashable, Sendable {
    /// The animation of what changes in the transaction.
    public var animation: Animation?
    /// Whether views animate nothing by themselves.
    public var disablesAnimations = false

    /// Creates a transaction without an animation.
    public init() {}

    /// Creates a transaction with an animation.
    public init(animation: Animation?) {
      self.animation = animation
    }
  }

  /// Runs a function, as there is no interface to animate.
  public func withAnimation<Result>(
    _ animation: Animation? = .default, _ body: () throws -> Result
  ) rethrows -> Result {
    try body()
  }

  /// Runs a function, as there is no interface to animate.
  public func withTransaction<Result>(
    _ transaction: Transaction, _ body: () throws -> Result
  ) rethrows -> Result {
    try body()
  }
#endif
