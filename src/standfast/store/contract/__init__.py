"""What a store is: the contract an engine keeps, and the values that cross it.

A store holds partitions (`user`, `group:NAME`, `project:ID`); nothing read or ranked in one sees another. Each
partition has a log of operations, which is canonical, and projections of it, which are written in the same
transaction and can be rebuilt. Reading needs no lock; everything inside `writing()` is one transaction.

What belongs to this machine is in `home`, what is about files in `files`: an engine may be shared and keep none.
"""

from standfast.store.contract.catalog import Catalog, Store
from standfast.store.contract.index import Comparison, Index
from standfast.store.contract.indexer import Indexer, Progress
from standfast.store.contract.journal import Journal, Receipts
from standfast.store.contract.log import Exchange, Log
from standfast.store.contract.memories import Memories
from standfast.store.contract.partition import Partition

__all__ = [
    "Catalog", "Comparison", "Exchange", "Index", "Indexer", "Journal", "Log", "Memories", "Partition", "Progress",
    "Receipts", "Store",
]  # fmt: skip
