import IntakeModel

/// Swift Testing has a type of this name too; in these tests it is always ours.
typealias Attachment = IntakeModel.Attachment
