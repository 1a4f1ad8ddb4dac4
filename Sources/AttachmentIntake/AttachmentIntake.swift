// What a user of this module needs of the values and of the type registry comes with it.
@_exported public import IntakeModel
@_exported public import UniformTypes
