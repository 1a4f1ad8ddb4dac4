// What a contract is made of comes with it.
@_exported public import IntakeModel
@_exported public import UniformTypes
