import ContainerStorage
import Glibc
import IntakeModel
import Testing

/// What the numbers of failed calls mean to a caller.
@Suite struct ErrnoTests {
  @Test(arguments: [
    (ENOENT, IntakeError.Code.sourceMissing), (ENOTDIR, .sourceMissing),
    (ENAMETOOLONG, .sourceMissing), (EACCES, .sourceDenied), (EPERM, .sourceDenied),
    (ELOOP, .sourceIsLink), (EISDIR, .sourceIsDirectory), (ENXIO, .sourceNotRegular),
    (ENODEV, .sourceNotRegular), (EMFILE, .tooManyOpenFiles), (ENFILE, .tooManyOpenFiles),
    (EIO, .readFailed), (EAGAIN, .readFailed), (ENOMEM, .readFailed), (ESTALE, .readFailed),
  ])
  func `a failure to read a source`(number: Int32, code: IntakeError.Code) {
    #expect(Errno(number, from: "test").sourceCode == code)
  }

  @Test(arguments: [
    (ENOSPC, IntakeError.Code.diskFull), (EDQUOT, .diskFull), (EMFILE, .tooManyOpenFiles),
    (ENFILE, .tooManyOpenFiles), (EROFS, .containerReadOnly), (EACCES, .containerReadOnly),
    (EPERM, .containerReadOnly), (ENOENT, .containerUnavailable),
    (ENOTDIR, .containerUnavailable), (ESTALE, .containerUnavailable),
    (ENOTCONN, .containerUnavailable), (ELOOP, .containerUnsuitable), (EIO, .writeFailed),
    (EFBIG, .writeFailed), (EEXIST, .writeFailed), (ENOMEM, .writeFailed),
  ])
  func `a failure to write into a container`(number: Int32, code: IntakeError.Code) {
    #expect(Errno(number, from: "test").containerCode == code)
  }

  @Test(arguments: [
    (ENOENT, IntakeError.Code.notFound), (ELOOP, .notFound), (EISDIR, .notFound),
    (ENXIO, .notFound), (EXDEV, .notFound), (EMFILE, .tooManyOpenFiles),
    (EACCES, .containerUnavailable), (ESTALE, .containerUnavailable), (EIO, .readFailed),
  ])
  func `a failure to read a copy`(number: Int32, code: IntakeError.Code) {
    #expect(Errno(number, from: "test").copyCode == code)
  }

  @Test func `the description names the call and has the system's text`() {
    #expect(Errno(EEXIST, from: "linkat").description == "linkat: File exists")
  }
}
