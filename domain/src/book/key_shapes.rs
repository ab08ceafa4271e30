//! The shapes of keys: how each is asked for, filled in, and known to be answered. `keys!` declares a key once.
//!
//! - `row TABLE: Row = KEY` is one row, or its absence.
//! - `index INDEX[KEY] of TABLE = QUERY` is the one row with a unique value other than its key.
//! - `range TABLE = QUERY` are all rows that a query finds; rows of tables that pass are forgotten after each commit, and
//!   with `passing` the range is, whatever its table does.
//! - `page TABLE(POOL, FROM, MOST) = QUERY` are `MOST` movements of a pool from a place on.
//! - `first TABLE = QUERY` are the first rows, with their number.
//! - `count QUERY` is the number of rows, as the database counts them; `most QUERY` counts only up to a limit.
//! - `sums QUERY` are sums by group.

/// Declares the keys of a book: `Name(arguments) { shape … }`, see the page of this module.
macro_rules! keys {
    (@query row $table:ident: $row:ident = $key:expr) => { Query::row::<$row>(&$key) };
    (@query index $index:ident[$key:expr] of $table:ident = $query:expr) => { $query };
    (@query page $table:ident($pool:expr, $from:expr, $most:expr) = $query:expr) => { $query };
    (@query $shape:ident $table:ident = $query:expr) => { $query };
    (@query $shape:ident $query:expr) => { $query };

    (@fill $book:ident $asked:ident $rows:ident row $table:ident: $row:ident = $key:expr) => {
        fill::one(&mut $book.$table, $key, $rows)
    };
    (@fill $book:ident $asked:ident $rows:ident index $index:ident[$key:expr] of $table:ident = $query:expr) => {{
        let found = fill::found(&mut $book.$table, $rows)?;
        $book.$index.fill($key, found.map(|(id,)| id));
        Ok(())
    }};
    (@fill $book:ident $asked:ident $rows:ident range $table:ident = $query:expr) => {
        $book.range($asked, |book| &mut book.$table, $rows)
    };
    (@fill $book:ident $asked:ident $rows:ident passing $table:ident = $query:expr) => {
        $book.passing_range($asked, |book| &mut book.$table, $rows)
    };
    (@fill $book:ident $asked:ident $rows:ident page $table:ident($pool:expr, $from:expr, $most:expr) = $query:expr) => {{
        $book.page($pool, $from, $most, $rows)?;
        $book.range($asked, |book| &mut book.$table, $rows)
    }};
    (@fill $book:ident $asked:ident $rows:ident first $table:ident = $query:expr) => {
        $book.first($asked, |book| &mut book.$table, $rows)
    };
    (@fill $book:ident $asked:ident $rows:ident count $query:expr) => { $book.note_count($asked, $rows) };
    (@fill $book:ident $asked:ident $rows:ident most $query:expr) => { $book.at_most($asked, $rows) };
    (@fill $book:ident $asked:ident $rows:ident sums $query:expr) => { $book.note_sums($asked, $rows) };

    (@holds $book:ident $asked:ident row $table:ident: $row:ident = $key:expr) => { $book.$table.get(&$key).is_some() };
    (@holds $book:ident $asked:ident index $index:ident[$key:expr] of $table:ident = $query:expr) => {
        $book.$index.get(&$key).is_some()
    };
    (@holds $book:ident $asked:ident range $($rest:tt)*) => { $book.holds_range($asked) };
    (@holds $book:ident $asked:ident passing $($rest:tt)*) => { $book.holds_range($asked) };
    (@holds $book:ident $asked:ident page $($rest:tt)*) => { $book.holds_range($asked) };
    (@holds $book:ident $asked:ident sums $($rest:tt)*) => { $book.sums.contains_key($asked) };
    (@holds $book:ident $asked:ident $shape:ident $($rest:tt)*) => { $book.counts.contains_key($asked) };

    ($($(#[$doc:meta])* $name:ident $(($($argument:ident: $type:ty),* $(,)?))? { $($shape:tt)* })*) => {
        /// One thing to load: a row, an index look-up, a range, or an aggregate.
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum Key { $(
            $(#[$doc])*
            #[allow(missing_docs)]
            $name $(($($type),*))?,
        )* }

        impl Key {
            /// The rows that answer this key.
            #[must_use]
            pub fn query(&self) -> Query {
                match self { $(Self::$name $(($($argument),*))? => keys!(@query $($shape)*),)* }
            }
        }

        impl Book {
            /// Takes the rows that answer a key. A key without rows is known to be absent from now on.
            ///
            /// # Errors
            /// Where the rows cannot be read: the database is damaged or newer than the program.
            // Not every shape looks at the arguments of its key here.
            #[allow(unused_variables)]
            pub fn fill(&mut self, key: &Key, rows: &[Vec<Cell>]) -> Result<(), BadCell> {
                let book = self;
                match key { $(Key::$name $(($($argument),*))? => keys!(@fill book key rows $($shape)*),)* }
            }

            /// Whether the key was answered already.
            #[must_use]
            #[allow(unused_variables)]
            pub fn holds(&self, key: &Key) -> bool {
                let book = self;
                match key { $(Key::$name $(($($argument),*))? => keys!(@holds book key $($shape)*),)* }
            }
        }
    };
}

pub(super) use keys;
