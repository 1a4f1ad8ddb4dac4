// What a user of this module needs of the pipeline and of the records comes with it.
@_exported public import AttachmentIntake
@_exported public import ShareContract
