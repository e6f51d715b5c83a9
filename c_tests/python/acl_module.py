"""The module acl as programs use it: device, memory, copies, streams, events, refusals."""

import unittest

import acl
from acl.rt import memcpy  # as vLLM-Ascend imports it

HOST_TO_DEVICE, DEVICE_TO_HOST, DEVICE_TO_DEVICE = 1, 2, 3


def success(result):
    """The value before the status of a call that must succeed."""
    *values, status = result if isinstance(result, tuple) else (result,)
    assert status == 0, (status, acl.get_recent_err_msg())
    return values[0] if len(values) == 1 else values


class Acl(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        success(acl.init())
        success(acl.rt.set_device(0))

    @classmethod
    def tearDownClass(cls):
        success(acl.rt.reset_device(0))
        success(acl.finalize())

    def test_devices_and_versions(self):
        self.assertEqual(success(acl.rt.get_device_count()), 2)
        self.assertEqual(success(acl.rt.get_device()), 0)
        self.assertEqual(success(acl.rt.get_run_mode()), 1)
        self.assertTrue(acl.get_soc_name().startswith("Ascend"))
        self.assertEqual(len(success(acl.get_version())), 3)
        free, total = success(acl.rt.get_mem_info(0))
        self.assertTrue(0 < free <= total)

    def test_bytes_go_to_the_device_and_back(self):
        sent = bytes(range(256)) * 3
        size = len(sent)
        first, second = (success(acl.rt.malloc(size, 0)) for _ in range(2))
        host = success(acl.rt.malloc_host(size))
        stream = success(acl.rt.create_stream())
        success(memcpy(first, size, acl.util.bytes_to_ptr(sent), size, HOST_TO_DEVICE))
        success(acl.rt.memcpy_async(second, size, first, size, DEVICE_TO_DEVICE, stream))
        success(acl.rt.memset_async(second, size, 7, 10, stream))
        success(acl.rt.synchronize_stream(stream))
        self.assertEqual(success(acl.rt.stream_query(stream)), 0)
        success(memcpy(host, size, second, size, DEVICE_TO_HOST))
        self.assertEqual(acl.util.ptr_to_bytes(host, size), bytes([7]) * 10 + sent[10:])
        success(acl.rt.destroy_stream(stream))
        success(acl.rt.free_host(host))
        for address in (first, second):
            success(acl.rt.free(address))

    def test_events_order_streams(self):
        streams = [success(acl.rt.create_stream()) for _ in range(2)]
        begin, end = (success(acl.rt.create_event()) for _ in range(2))
        success(acl.rt.record_event(begin, streams[0]))
        success(acl.rt.stream_wait_event(streams[1], begin))
        success(acl.rt.record_event(end, streams[1]))
        success(acl.rt.synchronize_event(end))
        self.assertEqual(success(acl.rt.query_event_status(end)), 1)
        self.assertGreaterEqual(success(acl.rt.event_elapsed_time(begin, end)), 0.0)
        for event in (begin, end):
            success(acl.rt.destroy_event(event))
        for stream in streams:
            success(acl.rt.destroy_stream(stream))

    def test_contexts(self):
        before = success(acl.rt.get_context())
        context = success(acl.rt.create_context(1))
        self.assertEqual(success(acl.rt.get_device()), 1)
        success(acl.rt.set_context(before))
        self.assertEqual(success(acl.rt.get_device()), 0)
        success(acl.rt.destroy_context(context))

    def test_descriptions(self):
        description = acl.create_tensor_desc(0, [2, 3], 2)
        self.assertNotEqual(description, 0)
        acl.destroy_tensor_desc(description)
        address = success(acl.rt.malloc(64, 0))
        buffer = acl.create_data_buffer(address, 64)
        self.assertEqual(acl.get_data_buffer_addr(buffer), address)
        success(acl.destroy_data_buffer(buffer))
        success(acl.rt.free(address))

    def test_arrays_share_memory(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("no numpy")
        array = numpy.arange(6, dtype=numpy.float32)
        view = acl.util.ptr_to_numpy(acl.util.numpy_to_ptr(array), (2, 3), array.dtype.num)
        view[1, 2] = 9
        self.assertEqual(array[5], 9)
        with self.assertRaises(ValueError):
            acl.util.numpy_to_ptr(array[::2])

    def test_what_fails_says_why(self):
        acl.get_recent_err_msg()
        address, status = acl.rt.malloc(0, 0)
        self.assertEqual((address, status), (0, 100000))
        self.assertIn("aclrtMalloc: `size`", acl.get_recent_err_msg())
        self.assertIsNone(acl.get_recent_err_msg())
        with self.assertRaises(TypeError):
            acl.rt.free()
        with self.assertRaises(AttributeError):
            acl.rt.no_such_function


unittest.main()
