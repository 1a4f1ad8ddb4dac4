/// Every statement of the catalog, each prepared once for a connection.
///
/// States are written as numbers, since only a literal lets the library use an index of some states:
/// 0 pending, 1 hidden, 2 available, 3 taken, 4 finished, 5 removing, 6 importing, 7 kept. A list of states in
/// parentheses would cost a temporary table at each change of a row.
package enum Query: Int, CaseIterable {
  case begin, beginReading, commit
  case insert, totals, setTotals, markStored, markKept, reveal
  case record, page, keptPage, batchPage
  case firstFresh, firstReturned, firstLapsed, lease, endLease, markChecked, durability
  case startRemoving, logRemoval, logSpan, trimLog, forget
  case finishedTotals, finished, untakenFresh, untakenReturned, removals
  case owners, returnOwned, returnLapsed, unfinished, importing, claim, known
  case countedTotals
  case insertLink, link, links, updateLink, deleteLink
  case insertImport, updateImport, imports, importSpan, trimImports, importOwners, interruptImports

  private static let columns = """
    state, id, declared_type, content_type, size, digest, extension, display_name, batch, position, \
    owner, durability, system_run, recorded_at, lease, lease_owner, lease_ends_at, last_read_at, verdict
    """

  /// Neither handed over nor kept.
  private static let isUnfinished = "state NOT BETWEEN 2 AND 4 AND state <> 7"

  private static let linkColumns =
    "id, bookmark, display_name, type, state, failure, linked_at, resolved_at"

  private static let importColumns = """
    id, began_at, type, source, system, build, ending, selection, authorise, coordinate, copy, \
    validate, move, register
    """

  package var sql: String {
    switch self {
    // The write lock at once: a transaction that begins by reading and then wants to write fails
    // without waiting when another process wrote in between.
    case .begin: "BEGIN IMMEDIATE"
    case .beginReading: "BEGIN"
    case .commit: "COMMIT"

    case .insert:
      """
      INSERT INTO attachment (state, id, declared_type, content_type, size, digest, extension, \
      display_name, batch, position, owner, durability, system_run, recorded_at, verdict) \
      VALUES (?14, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?15)
      """
    case .totals: "SELECT count, bytes FROM totals"
    case .setTotals: "UPDATE totals SET count = ?1, bytes = ?2"
    case .markStored: "UPDATE attachment SET state = ?2 WHERE id = ?1 AND state = 0"
    // Kept already, where a recovery has completed it: that is as good.
    case .markKept: "UPDATE attachment SET state = 7 WHERE id = ?1 AND state >= 6"
    case .reveal: "UPDATE attachment SET state = 2 WHERE batch = ?1 AND state = 1"

    case .record: "SELECT \(Self.columns) FROM attachment WHERE id = ?1"
    case .page:
      """
      SELECT \(Self.columns) FROM attachment NOT INDEXED \
      WHERE id > ?2 AND (?1 >> state) & 1 ORDER BY id LIMIT ?3
      """
    case .keptPage:
      """
      SELECT \(Self.columns) FROM attachment INDEXED BY kept \
      WHERE state = 7 AND id > ?1 ORDER BY id LIMIT ?2
      """
    case .batchPage:
      """
      SELECT \(Self.columns) FROM attachment \
      WHERE batch = ?2 AND (position, id) > (?3, ?4) AND (?1 >> state) & 1 \
      ORDER BY position, id LIMIT ?5
      """

    case .firstFresh:
      """
      SELECT id, recorded_at, recorded_at FROM attachment WHERE state = 2 AND last_read_at IS NULL \
      ORDER BY recorded_at, id LIMIT 1
      """
    case .firstReturned:
      """
      SELECT id, last_read_at, recorded_at FROM attachment \
      WHERE state = 2 AND last_read_at IS NOT NULL ORDER BY last_read_at, recorded_at, id LIMIT 1
      """
    case .firstLapsed:
      """
      SELECT id, lease_ends_at, recorded_at FROM attachment \
      WHERE state = 3 AND lease_ends_at IS NOT NULL AND lease_ends_at <= ?1 \
      ORDER BY lease_ends_at, recorded_at, id LIMIT 1
      """
    case .lease:
      """
      UPDATE attachment SET state = 3, lease = ?2, lease_owner = ?3, lease_ends_at = ?4, \
      last_read_at = ?5 WHERE id = ?1
      """
    case .endLease:
      """
      UPDATE attachment SET state = ?2, lease = NULL, lease_owner = NULL, lease_ends_at = NULL, \
      last_read_at = ?3 WHERE id = ?1
      """
    case .markChecked: "UPDATE attachment SET system_run = ?2 WHERE id = ?1"
    case .durability: "SELECT durability FROM attachment WHERE id = ?1"

    case .startRemoving:
      """
      UPDATE attachment SET state = 5, lease = NULL, lease_owner = NULL, lease_ends_at = NULL, \
      last_read_at = ?2 WHERE id = ?1
      """
    case .logRemoval: "INSERT INTO removal (id, size, reason, removed_at) VALUES (?1, ?2, ?3, ?4)"
    // Two subqueries, since only a lone minimum or maximum is read from the end of the table.
    case .logSpan:
      """
      SELECT (SELECT min(sequence) FROM removal), (SELECT max(sequence) FROM removal)
      """
    case .trimLog: "DELETE FROM removal WHERE sequence <= ?1"
    case .forget:
      "DELETE FROM attachment WHERE id = ?1 AND \(Self.isUnfinished) RETURNING size"

    case .finishedTotals: "SELECT count(*), coalesce(sum(size), 0) FROM attachment WHERE state = 4"
    case .finished:
      """
      SELECT \(Self.columns) FROM attachment WHERE state = 4 ORDER BY last_read_at, id LIMIT ?1
      """
    case .untakenFresh:
      """
      SELECT \(Self.columns) FROM attachment \
      WHERE state = 2 AND last_read_at IS NULL AND recorded_at <= ?1 \
      ORDER BY recorded_at, id LIMIT ?2
      """
    case .untakenReturned:
      """
      SELECT \(Self.columns) FROM attachment \
      WHERE state = 2 AND last_read_at IS NOT NULL AND recorded_at <= ?1 \
      ORDER BY recorded_at, id LIMIT ?2
      """
    case .removals:
      "SELECT id, size, reason, removed_at FROM removal ORDER BY sequence DESC LIMIT ?1"

    case .owners:
      """
      SELECT owner FROM attachment WHERE \(Self.isUnfinished) \
      UNION SELECT lease_owner FROM attachment WHERE state = 3 AND lease_ends_at IS NULL
      """
    case .returnOwned:
      """
      UPDATE attachment SET state = 2, lease = NULL, lease_owner = NULL, last_read_at = ?2 \
      WHERE state = 3 AND lease_ends_at IS NULL AND lease_owner = ?1
      """
    case .returnLapsed:
      """
      UPDATE attachment SET state = 2, lease = NULL, lease_owner = NULL, \
      last_read_at = lease_ends_at, lease_ends_at = NULL \
      WHERE state = 3 AND lease_ends_at IS NOT NULL AND lease_ends_at <= ?1
      """
    case .unfinished:
      """
      SELECT \(Self.columns) FROM attachment WHERE \(Self.isUnfinished) AND owner = ?1 \
      ORDER BY id LIMIT ?2
      """
    case .importing:
      """
      SELECT \(Self.columns) FROM attachment \
      WHERE \(Self.isUnfinished) AND owner = ?1 AND state = 6 ORDER BY id LIMIT ?2
      """
    case .claim: "UPDATE attachment SET state = 5 WHERE id = ?1 AND (state < 2 OR state = 6)"
    case .known: "SELECT 1 FROM attachment WHERE id = ?1"

    case .countedTotals: "SELECT count(*), coalesce(sum(size), 0) FROM attachment NOT INDEXED"

    case .insertLink:
      "INSERT INTO link (\(Self.linkColumns)) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
    case .link: "SELECT \(Self.linkColumns) FROM link WHERE id = ?1"
    case .links: "SELECT \(Self.linkColumns) FROM link WHERE id > ?1 ORDER BY id LIMIT ?2"
    case .updateLink:
      "UPDATE link SET bookmark = ?2, state = ?3, failure = ?4, resolved_at = ?5 WHERE id = ?1"
    case .deleteLink: "DELETE FROM link WHERE id = ?1"

    case .insertImport:
      """
      INSERT INTO import (\(Self.importColumns), owner) \
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)
      """
    case .updateImport:
      """
      UPDATE import SET began_at = ?2, type = ?3, source = ?4, system = ?5, build = ?6, ending = ?7, \
      selection = ?8, authorise = ?9, coordinate = ?10, copy = ?11, validate = ?12, move = ?13, \
      register = ?14, \
      owner = NULL WHERE id = ?1
      """
    case .imports: "SELECT \(Self.importColumns) FROM import ORDER BY sequence DESC LIMIT ?1"
    case .importSpan:
      "SELECT (SELECT min(sequence) FROM import), (SELECT max(sequence) FROM import)"
    case .trimImports: "DELETE FROM import WHERE sequence <= ?1"
    case .importOwners: "SELECT DISTINCT owner FROM import WHERE owner IS NOT NULL"
    case .interruptImports:
      "UPDATE import SET ending = 'interrupted', owner = NULL WHERE owner = ?1"
    }
  }
}
