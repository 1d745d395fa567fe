"""Every reference is a legal BibTeX entry with the fields that its type must have."""

import re

import pytest

from bakeoff.core.references import ENTRIES, cite, references

PAGES = re.compile(r"\d+(-\d+)?")
DOI = re.compile(r"10\.\d{4,5}/\S+")


@pytest.mark.parametrize("key", references())
def test_an_entry_is_of_a_legal_type_and_has_what_that_type_must_have(key):
    reference = cite(key)
    assert reference.type in ENTRIES
    assert all(getattr(reference, field) for field in ENTRIES[reference.type])
    assert reference.where
    assert PAGES.fullmatch(reference.pages or "1"), reference.pages
    assert DOI.fullmatch(reference.doi or "10.1000/x"), reference.doi
    first, _, last = reference.pages.partition("-")
    assert not last or int(last) > int(first)
    assert str(reference.year) in key
    entry = reference.bibtex()
    assert entry.startswith(f"@{reference.type}{{{key},\n")
    assert entry.count("{") == entry.count("}")
    assert entry.isascii()


def test_nearly_all_articles_have_volume_and_pages():
    articles = [one for one in references().values() if one.type == "article"]
    assert all(one.volume for one in articles)
    without = {one.key for one in articles if not one.pages}
    assert len(without) < len(articles) / 20, without


def test_no_two_references_share_a_doi():
    given = [one.doi for one in references().values() if one.doi]
    assert len(set(given)) == len(given)
    assert len(given) > 80
